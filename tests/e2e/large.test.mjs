// Files of gigabytes, and folders: only what the analysis needs is read.

import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { compared, launch, openPage, ready } from './browser.mjs';
import { sample, varint } from './models.mjs';
import { filesAmong } from '../../web/static/files.js';

const GIGABYTE = 1e9;
let browser;
let folder;
before(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), 'whichchip-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await browser.close();
});

// A model with a field behind it that no reader knows, over a hole in the file: gigabytes that take no room on the disk.
function sparse(name, bytes) {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  const head = Buffer.concat([sample('resnet18'), varint(1000 * 8 + 2), varint(bytes)]);
  writeSync(file, head);
  ftruncateSync(file, head.length + bytes);
  closeSync(file);
  return path;
}

test('a model of 2.5 GB opens at once, and a task of the page never takes long', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await page.setInputFiles('#file', sparse('huge.onnx', 2.5 * GIGABYTE));
  await compared(page, 'huge');
  await page.waitForTimeout(300);
  console.log(`longest task ${Math.round(await page.evaluate(() => globalThis.longest))} ms`);
  await opened.close();
});

test('reading gigabytes can be stopped', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await page.click('[data-sample="resnet50"]');
  await compared(page, 'resnet50');
  await page.evaluate(() => document.getElementById('cancel').addEventListener('click', () => { globalThis.stopped = true; }));
  const path = sparse('stopped.onnx', 2.5 * GIGABYTE);
  await page.evaluate(() => new MutationObserver(() => {
    if (/stopped/.test(document.getElementById('progress-text').textContent)) document.getElementById('cancel').click();
  }).observe(document.getElementById('progress-text'), { childList: true, characterData: true, subtree: true }));
  await page.setInputFiles('#file', path);
  await page.waitForFunction(() => globalThis.stopped && document.getElementById('progress').hidden);
  assert.match(await page.textContent('#results h1'), /^resnet50 on /, 'what was shown stays');
  await opened.close();
});

test('folders are looked through, with their names', async () => {
  const file = (name) => ({ isFile: true, name, file: (take) => take({ name }) });
  // As browsers do it: a few entries at a time, an empty list at the end.
  const directory = (name, children) => ({ isFile: false, isDirectory: true, name, createReader: () => {
    const rest = [...children];
    return { readEntries: (take) => take(rest.splice(0, 2)) };
  } });
  const entries = [directory('models', [file('a.onnx'), file('a.onnx.data'), directory('more', [file('b.onnx')]), file('.DS_Store')]), file('c.onnx')];
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  const found = await filesAmong({ items, files: [] });
  assert.deepEqual(found.map(({ name }) => name), ['a.onnx', 'a.onnx.data', 'b.onnx', '.DS_Store', 'c.onnx']);
  const plain = [{ name: 'd.onnx' }];
  assert.equal(await filesAmong({ items: [{ kind: 'file', webkitGetAsEntry: () => file('d.onnx') }], files: plain }), plain, 'files alone stay as they are');
});
