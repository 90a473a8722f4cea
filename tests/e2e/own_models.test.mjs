// What a model of the user's leaves open, and what the page asks and remembers of it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { compared, drop, launch, openPage, ready } from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const text = (opsets, body) => Buffer.from(`<ir_version: 8, opset_import: [${opsets}]> ${body}`);
const coverage = (page) => page.evaluate(() => JSON.parse(globalThis.whichchip.inspectionJson()).coverage.macs_fraction);
const macsAre = (page, wanted) =>
  page.waitForFunction((count) => JSON.parse(globalThis.whichchip.inspectionJson()).totals.macs === count, wanted);

test('a model that does not say its shapes is asked for them', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  const model = text('"" : 17', 'open (float[] x, float[64,3,3,3] w) => (float[] y) { y = Conv<strides=[2,2], pads=[1,1,1,1]>(x, w) }');
  await drop(page, 'open.onnxtxt', model);
  await compared(page, 'open.onnxtxt');
  assert.equal(await coverage(page), 0, 'nothing is known');
  await page.fill('#alerts input[name="x"]', '1 x 3 x 224 x 224');
  await page.click('#alerts button[type="submit"]');
  await macsAre(page, 21676032);
  assert.equal(await page.$('#alerts form'), null);
  assert.equal(await page.inputValue('[name="x.3"]'), '224', 'and is a control from then on');
  await opened.close();
});

test('an operator without a rule is counted like one that the user names, and undo takes it back', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  const model = text('"" : 17, "com.example" : 1',
    'custom (float[N,64] x, float[64,32] w) => (float[N,32] y) { a = com.example.Frobnicate(x) y = MatMul(a, w) }');
  await drop(page, 'custom.onnxtxt', model);
  await compared(page, 'custom.onnxtxt');
  assert.equal(await coverage(page), 0);
  const field = page.locator('select[name="cost-like:com.example.Frobnicate"]');
  assert.equal(await field.inputValue(), '');
  await field.selectOption('Gelu');
  await macsAre(page, 64 * 32);
  assert.equal(await page.evaluate(() => JSON.parse(globalThis.whichchip.inspectionJson()).warnings[0].code), 'cost-like');
  await page.keyboard.press('Control+z');
  await macsAre(page, 0);
  assert.equal(await field.inputValue(), '');
  await opened.close();
});

test('dimensions of models of one’s own start as they were last set, until they are forgotten', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  const model = text('"" : 17', 'words (float[N, seq_len, 8] x, float[8,16] w) => (float[N, seq_len, 16] y) { y = MatMul(x, w) }');
  const length = '#dimension-seq_len';
  await drop(page, 'words.onnxtxt', model);
  await compared(page, 'words.onnxtxt');
  assert.equal(await page.inputValue(length), '128');
  await page.fill(length, '384');
  await page.press(length, 'Enter');
  await macsAre(page, 384 * 8 * 16);

  await page.evaluate(() => history.replaceState(null, '', location.pathname));
  await page.reload();
  await ready(page);
  await drop(page, 'other.onnxtxt', model);
  await compared(page, 'other.onnxtxt');
  await macsAre(page, 384 * 8 * 16);
  assert.equal(await page.inputValue(length), '384');
  assert.match(await page.innerText('#status'), /seq_len = 384, as you set it last/);
  await page.keyboard.press('Control+z');
  await macsAre(page, 128 * 8 * 16);

  await page.fill(length, '99');
  await page.press(length, 'Enter');
  await macsAre(page, 99 * 8 * 16);
  await page.evaluate(() => document.getElementById('forget').click());
  await page.evaluate(() => history.replaceState(null, '', location.pathname));
  await page.reload();
  await ready(page);
  await drop(page, 'third.onnxtxt', model);
  await compared(page, 'third.onnxtxt');
  await macsAre(page, 128 * 8 * 16);
  await opened.close();
});
