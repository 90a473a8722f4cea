import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { compared, launch, openPage, openSample, ready, twinRows } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('by keyboard alone: a sample, a setting, a panel, a link', async () => {
  const opened = await openPage(browser, { bypassCSP: true });
  const { page } = opened;
  await ready(page);
  await page.waitForSelector('#samples button');
  const choose = async (text) => {
    await page.keyboard.press('Control+k');
    await page.waitForSelector('#palette[open]');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await choose('alexnet');
  await page.waitForFunction(() => document.querySelector('#results h1')?.textContent.startsWith('alexnet'));
  await choose('deployment: edge');
  await page.waitForFunction(() => document.querySelector('#setting-deployment').value === 'edge');
  await page.keyboard.press('5');
  await page.waitForFunction(() => document.querySelector('#panels [aria-current]').dataset.panel === 'layers');
  await page.keyboard.press('1');
  await compared(page, 'alexnet');
  await page.keyboard.press('b');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('16');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /batch 16/.test(document.querySelector('.scenario').textContent));
  await choose('share');
  await page.waitForSelector('#share-dialog[open]');
  await page.evaluate(axe);
  const violations = () => page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`));
  assert.deepEqual(await violations(), [], 'share');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  assert.deepEqual(await violations(), [], 'palette');
  await page.keyboard.type('zzzz');
  assert.match(await page.textContent('#palette-list'), /Nothing is called that/);
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('?');
  await page.waitForSelector('#key-sheet[open]');
  assert.deepEqual(await violations(), [], 'keys');
  await opened.close();
});

test('the devices compared are chosen by name: a class, one more, one less, one in all of its power modes', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const choose = async (text) => {
    await page.keyboard.press('Control+k');
    await page.waitForSelector('#palette[open]');
    await page.keyboard.type(text);
    await page.waitForFunction((wanted) => document.querySelector('#palette-list [aria-selected="true"]')?.textContent.startsWith(wanted), text);
    await page.keyboard.press('Enter');
  };
  const devices = async (expected) => {
    await page.waitForFunction((count) => document.querySelector('#results h1').textContent.endsWith(` on ${count} devices`), expected);
    return (await twinRows(page)).map(({ hardware }) => hardware);
  };
  const all = await devices(12);
  await choose('Class: GPU only');
  const gpus = await devices(7);
  assert.deepEqual([...gpus].sort(), all.filter((key) => /^(A100|H|L4|MI|T4|V100)/.test(key)).sort());
  await choose('Leave out T4');
  assert.ok(!(await devices(6)).includes('T4'));
  await choose('Compare RTX-4090, too');
  assert.ok((await devices(7)).includes('RTX-4090'));
  await choose('Power modes of Jetson-Orin-Nano-8GB');
  const modes = await page.waitForFunction(() => {
    const keys = [...document.querySelectorAll('table[data-table="comparison"] tbody tr')].map((row) => row.dataset.hardware);
    return keys.length > 1 && keys.every((key) => key.startsWith('Jetson-Orin-Nano-8GB')) && keys;
  });
  assert.ok((await modes.jsonValue()).length > 1, 'each mode is a row');
  await page.keyboard.press('Control+z');
  assert.ok((await devices(7)).includes('RTX-4090'), 'undo');
  await choose('Class: every');
  await choose('Deployment: Datacenter');
  assert.deepEqual(await devices(12), all);
  await opened.close();
});
