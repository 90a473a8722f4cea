// What a first visit downloads until the first table stands there, as a host that compresses would send it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { after, before, test } from 'node:test';

import { SITE, compared, launch, openPage, ready } from './browser.mjs';

const BUDGET_BYTES = 900_000;
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

// As the build's `brotli --quality=11` does: with the largest window that browsers take.
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
const compressed = (name) => brotliCompressSync(readFileSync(join(SITE, name)), { params }).length;

test('a first visit needs at most 0.9 MB until the first table', async () => {
  let release;
  const opened = await openPage(browser, { prepare: (server) => { release = server.hold(/\.wasm$/); } });
  const { page, server } = opened;
  // Asked for as early as can be: what the page loads in spare time afterwards is no part of it.
  await page.click('[data-sample="resnet50"]');
  await page.evaluate(() => {
    globalThis.loaded = null;
    new MutationObserver((_, observer) => {
      if (!document.querySelector('table[data-table="comparison"]')) return;
      globalThis.loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      observer.disconnect();
    }).observe(document.getElementById('results'), { childList: true, subtree: true });
  });
  release();
  await compared(page, 'resnet50');
  const asked = await page.evaluate(() => globalThis.loaded);
  assert.ok(asked, 'the table is there');
  const seen = new Set(['index.html', ...asked.map((url) => url.slice(server.url.length))]);
  const { files } = JSON.parse(readFileSync(join(SITE, 'files.json'), 'utf8'));
  const first = files.filter((file) => file.first).map(({ path }) => path);
  assert.deepEqual([...seen].filter((path) => !first.includes(path)), [], 'the build weighs all that is asked for');
  // Chromium asks for these two when it likes, and the Worker's own imports are not among the page's resources.
  const unasked = first.filter((path) => !server.requests.includes(path === 'index.html' ? '/' : `/${path}`) && !['sw.js', 'app.webmanifest'].includes(path));
  assert.deepEqual(unasked, [], 'and nothing else');
  const bytes = first.reduce((sum, path) => sum + compressed(path), 0);
  console.log(`${first.length} files, ${bytes} bytes with brotli`);
  assert.ok(bytes <= BUDGET_BYTES, `${bytes} bytes`);
  await opened.close();
});

test('what a first result does not need comes when it is asked for, or in spare time', async () => {
  let release;
  const opened = await openPage(browser, { prepare: (server) => { release = server.hold(/\/(palette|export|share)[^/]*\.js$/); } });
  const { page, server } = opened;
  await ready(page);
  await page.click('[data-sample="resnet50"]');
  await compared(page, 'resnet50');
  await page.keyboard.press('Control+k');
  assert.ok(await page.isHidden('#palette'), 'on its way');
  release();
  await page.waitForSelector('#palette[open]');
  await page.keyboard.press('Escape');
  await page.click('#export');
  await page.waitForSelector('#export-dialog[open]');
  assert.ok(server.requests.some((path) => /^\/exports-/.test(path)));
  await opened.close();
});
