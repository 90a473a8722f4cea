import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { compared, drop, launch, openPage, ready } from './browser.mjs';
import { NOT_MODELS, sample } from './models.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('what is no model is named, and the page works on', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  for (const [name, bytes, message] of NOT_MODELS) {
    await drop(page, name, bytes);
    await page.waitForFunction((wanted) => document.querySelector('[role=alert] h2')?.textContent.startsWith(wanted), name);
    const text = await page.innerText('[role=alert]');
    assert.match(text, message, name);
    assert.ok(await page.$('[role=alert] .advice'), `${name}: says what to do`);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'alert', 'focus moves to the error');
  }
  await drop(page, 'good.onnx', sample('resnet18'));
  await compared(page, 'good');
  assert.equal(await page.$('[role=alert]'), null, 'the error is gone');
  await opened.close();
});

test('a bad file after a good one leaves the good one shown', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await drop(page, 'good.onnx', sample('resnet18'));
  await compared(page, 'good');
  await drop(page, ...NOT_MODELS[3]);
  await page.waitForSelector('[role=alert]');
  assert.match(await page.textContent('#results h1'), /^good on/);
  await page.selectOption('#setting-deployment', 'all');
  await page.waitForFunction(() => !document.querySelector('[role=alert]'));
  await opened.close();
});

test('names in a file are text, never markup', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  const name = '<img src=x onerror=alert(1)>.onnx';
  await drop(page, name, sample('resnet18'));
  await page.waitForSelector('table[data-table="comparison"]', { state: 'attached' });
  assert.equal(await page.$('#results img'), null);
  assert.match(await page.textContent('#results h1'), /<img src=x/);
  await opened.close();
});
