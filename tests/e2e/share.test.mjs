import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { CLI, SAMPLES, compared, drop, launch, openPage, openSample, ready } from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const cli = (...options) => execFileSync(CLI, options, { encoding: 'utf8', maxBuffer: 1 << 30 });
const json = (page) => page.evaluate(() => globalThis.whichchip.comparisonJson());
const hash = (page) => page.evaluate(() => location.hash);
const batchIs = (page, batch) => page.waitForFunction((text) => document.querySelector('.scenario')?.textContent.includes(text), `batch ${batch}`);

async function setBatch(page, value) {
  await page.fill('#dimension-batch', String(value));
  await page.press('#dimension-batch', 'Enter');
  await batchIs(page, value);
}

test('the address shows the view, and opens it again', async () => {
  const opened = await openPage(browser);
  const { page, server } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.selectOption('#setting-deployment', 'edge');
  await setBatch(page, 4);
  const wanted = await json(page);
  const address = await hash(page);
  assert.match(address, /^#v1\./);
  assert.equal(cli('open', address, '--format', 'json'), wanted, 'the command line opens it, too');
  await page.goto('about:blank');
  await page.goto(server.url + address);
  await compared(page, 'resnet50');
  await batchIs(page, 4);
  assert.equal(await json(page), wanted);
  await opened.close();
});

test('a link of the command line opens in the page', async () => {
  const opened = await openPage(browser);
  const { page, server } = opened;
  const options = ['bert_base', '--batch', '2', '--dim', 'seq=64', '--deployment', 'all', '--precision', 'int8'];
  await page.goto('about:blank');
  await page.goto(cli('link', ...options, '--base', server.url).trim());
  await compared(page, 'bert_base');
  await batchIs(page, 2);
  assert.equal(await json(page), cli('compare', ...options, '--format', 'json'));
  await opened.close();
});

test('undo, redo, Back and Forward', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const first = await json(page);
  await page.selectOption('#setting-deployment', 'edge');
  await setBatch(page, 8);
  const second = await json(page);
  await page.focus('#canvas').catch(() => {});
  await page.keyboard.press('Control+z');
  await batchIs(page, 1);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(async (text) => (await globalThis.whichchip.comparisonJson()) === text, first);
  await page.keyboard.press('Control+Shift+Z');
  await page.keyboard.press('Control+Shift+Z');
  await page.waitForFunction(async (text) => (await globalThis.whichchip.comparisonJson()) === text, second);
  await page.selectOption('#sample-menu', 'bert_base');
  await compared(page, 'bert_base');
  await page.goBack();
  await compared(page, 'resnet50');
  await batchIs(page, 8);
  await page.goForward();
  await compared(page, 'bert_base');
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.view === 'start');
  await opened.close();
});

test('a model of one’s own is shared without names, as a link and as a file', async () => {
  const opened = await openPage(browser, { acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });
  const { page, server } = opened;
  await ready(page);
  const path = join(SAMPLES, 'resnet18.onnx');
  await drop(page, 'secret.onnx', readFileSync(path));
  await compared(page, 'secret');
  assert.ok((await hash(page)).length < 400, 'the address holds no model');
  await page.click('#share');
  await page.waitForSelector('#share-dialog[open]');
  const link = await page.inputValue('#share-link');
  assert.equal(await page.inputValue('#share-command'), 'whichchip compare secret.onnx');
  await page.click('#share-copy');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  await page.fill('#share-title', 'For Ada');
  await page.check('#share-names');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#share-save')]);
  assert.equal(download.suggestedFilename(), 'For Ada.whichchip');
  const document = readFileSync(await download.path());
  await page.click('#share-close');

  await page.goto('about:blank');
  await page.goto(link);
  await compared(page, 'model');
  const shown = JSON.parse(await json(page));
  const wanted = JSON.parse(cli('compare', path, '--format', 'json'));
  assert.deepEqual(shown.results, wanted.results);
  assert.ok(await page.isDisabled('#dimension-batch'), 'without the graph its dimensions are fixed');

  await page.goto('about:blank');
  await page.goto(server.url);
  await ready(page);
  await drop(page, 'view.whichchip', document);
  await compared(page, 'secret');
  assert.equal(await page.textContent('.view-title'), 'For Ada');
  await opened.close();
});

test('a damaged link is named, and the page works on', async () => {
  const opened = await openPage(browser);
  const { page, server } = opened;
  for (const [link, message] of [['#v1.AAAA', /no whole link/], ['#v9.AAAA', /version 9/]]) {
    await page.goto('about:blank');
    await page.goto(server.url + link);
    await page.waitForSelector('[role=alert]');
    assert.match(await page.textContent('[role=alert]'), message);
  }
  await openSample(page, 'resnet50');
  await opened.close();
});

test('the address of one’s own model holds its settings for when the file is given again, and for no other', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  const resnet = readFileSync(join(SAMPLES, 'resnet18.onnx'));
  await drop(page, 'own.onnx', resnet);
  await compared(page, 'own');
  await setBatch(page, 4);
  await page.fill('#dimension-height', '320');
  await page.press('#dimension-height', 'Enter');
  await page.waitForFunction(() => /height 320/.test(document.querySelector('.scenario').textContent));
  const wanted = await json(page);
  const reloaded = async () => {
    await page.reload();
    await ready(page);
    await page.waitForFunction(() => /Drop the model that they are for/.test(document.getElementById('status').textContent));
  };
  await reloaded();
  await drop(page, 'own.onnx', resnet);
  await compared(page, 'own');
  assert.equal(await json(page), wanted);
  await reloaded();
  await drop(page, 'broken.onnx', Buffer.from('no model'));
  await page.waitForSelector('[role=alert]');
  await drop(page, 'words.onnx', readFileSync(join(SAMPLES, 'bert_base.onnx')));
  await compared(page, 'words');
  await opened.close();
});
