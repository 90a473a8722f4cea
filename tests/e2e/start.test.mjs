import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { PATIENCE_MS, SITE, compared, drop, launch, openPage, ready } from './browser.mjs';
import { sample } from './models.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('the page reads without WebAssembly', async () => {
  const opened = await openPage(browser, { prepare: (server) => server.block(/\.wasm$/) });
  const { page } = opened;
  await page.waitForSelector('#samples button');
  const text = await page.innerText('main');
  assert.match(text, /Which chip runs your model best, and why\?/);
  assert.match(text, /Drop an ONNX model anywhere/);
  assert.match(text, /Nothing is uploaded/);
  assert.match(text, /What you get/);
  assert.ok((await page.$$('#samples button')).length >= 6, 'at least six samples');
  assert.match(await page.textContent('[data-sample="resnet50"]'), /ResNet-50.*CNN.*GMAC/, 'with their families');
  // The engine that does not come is an error with advice, and the page stays.
  const alert = await page.waitForSelector('[role=alert]');
  assert.match(await alert.innerText(), /engine could not be started/i);
  await opened.close();
});

test('a file dropped before the engine has arrived is analysed when it has', async () => {
  let release;
  const opened = await openPage(browser, { prepare: (server) => { release = server.hold(/\.wasm$/); } });
  const { page } = opened;
  await page.waitForSelector('#samples button');
  await drop(page, 'early.onnx', sample('resnet18'));
  await page.waitForFunction(() => /waits for the engine/.test(document.getElementById('progress-text').textContent));
  release();
  await compared(page, 'early');
  await opened.close();
});

test('cards stay within 390 px, and no text is smaller than 12 px', async () => {
  for (const width of [390, 1440]) {
    const opened = await openPage(browser, { width, height: 844 });
    const { page } = opened;
    await page.waitForSelector('#samples button');
    await ready(page);
    const found = await page.evaluate(() => ({
      overflow: document.documentElement.scrollWidth - innerWidth,
      small: [...document.querySelectorAll('body *')].filter((node) => node.childNodes.length > 0 && parseFloat(getComputedStyle(node).fontSize) < 12).length,
    }));
    assert.deepEqual(found, { overflow: 0, small: 0 });
    await opened.close();
  }
});

test('after loading, only files of the page are asked for, and only on demand', async () => {
  const opened = await openPage(browser);
  const { page, server } = opened;
  await ready(page);
  await page.waitForSelector('#samples button');
  // The sources of the figures, the measurements and the page's tools come last, when nothing else is to be done.
  const { files } = JSON.parse(readFileSync(join(SITE, 'files.json'), 'utf8'));
  // The renderer runs on the page only where a Worker cannot draw; few addresses name a file.
  const tools = files.filter(({ path, first }) => /^(?!renderer|from_address).*-[A-Z0-9]{8}\.js$/.test(path) && !first).map(({ path }) => `/${path}`);
  const spare = ['/devices.jsonl', '/measurements.json', ...tools];
  const missing = () => spare.filter((path) => !server.requests.includes(path));
  for (const end = Date.now() + PATIENCE_MS; missing().length > 0;) {
    assert.ok(Date.now() < end, `not loaded in spare time: ${missing()}`);
    await page.waitForTimeout(50);
  }
  const loaded = server.requests.length;
  const asked = () => server.requests.slice(loaded);
  await drop(page, 'own.onnx', sample('resnet18'));
  await compared(page, 'own');
  assert.deepEqual(asked(), [], 'a model of the user causes no request');
  await page.selectOption('#sample-menu', 'resnet18', { force: true });
  await compared(page, 'resnet18');
  assert.deepEqual(asked(), ['/sample_models/resnet18.onnx']);
  await opened.close();
});

test('the address may name a model of this site, and of no other', async () => {
  const opened = await openPage(browser);
  const { page, server } = opened;
  await page.goto(`${server.url}?url=sample_models/resnet18.onnx`);
  await compared(page, 'resnet18');
  await page.fill('#dimension-batch', '4');
  await page.press('#dimension-batch', 'Enter');
  await page.waitForFunction(() => document.querySelector('.scenario').textContent.includes('batch 4'));
  await page.reload();
  await compared(page, 'resnet18');
  assert.match(await page.textContent('.scenario'), /batch 4/, 'the rest of the address still holds');
  for (const [url, said] of [['https://example.org/a.onnx', /example\.org.*another site.*drop it here/s], ['nothing/here.onnx', /HTTP 404/], ['http://[', /is no address/]]) {
    await page.goto('about:blank');
    await page.goto(`${server.url}?url=${encodeURIComponent(url)}`);
    await page.waitForSelector('[role=alert]');
    assert.match(await page.textContent('[role=alert]'), said);
  }
  await opened.close();
});
