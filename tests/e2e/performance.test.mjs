// How fast the page answers and what memory it takes. Times are told, not judged: they say the machine, too. Memory is held.
// tests/bench/page_bench.mjs measures more.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch, openPage, openSample, ready } from './browser.mjs';
import { changeToPicture, heapBytes, median } from '../bench/page_figures.mjs';

const MOST_HEAP_BYTES = 128e6;
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('BERT-large takes less than 128 MB, page and Worker together', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await page.waitForSelector('#samples button');
  await page.selectOption('#sample-menu', 'bert_large', { force: true });
  await page.waitForFunction(() => document.querySelector('#results h1')?.textContent.startsWith('bert_large'));
  await page.selectOption('#setting-deployment', 'all', { force: true });
  await page.click('#panels [data-panel="memory"]');
  await page.waitForSelector('table[data-table="memory"]', { state: 'attached' });
  const bytes = await heapBytes(page);
  console.log(`BERT-large: ${Object.entries(bytes).map(([name, value]) => `${name} ${(value / 1e6).toFixed(1)} MB`).join(', ')}`);
  assert.ok(bytes.together < MOST_HEAP_BYTES, `${bytes.together} bytes`);
  await opened.close();
});

test('a control is followed by its picture', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.selectOption('#setting-deployment', 'all', { force: true });
  const times = await changeToPicture(page, 8);
  console.log(`control to picture, whole catalogue: engine ${median(times.map(({ engine }) => engine)).toFixed(0)} ms, picture ${median(times.map(({ picture }) => picture)).toFixed(0)} ms`);
  assert.equal(times.length, 8);
  await opened.close();
});
