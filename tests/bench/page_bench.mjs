// How fast the page is, in headless Chromium without a graphics card:
//
//   node tests/bench/page_bench.mjs [COUNT]
//
// Prints, as medians of COUNT (default 5): from a dropped full ResNet-50 to its table, and the longest task of the page's thread meanwhile;
// from a control to its picture with the whole catalogue, in every panel; the memory of BERT-large. Needs build/wasm/site.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compared, launch, openPage, openSample, ready } from '../e2e/browser.mjs';
import { inflate, sample } from '../e2e/models.mjs';
import { changeToPicture, heapBytes, longTasks, median } from './page_figures.mjs';

const count = Number(process.argv[2] ?? 5);
const PANELS = ['compare', 'verdict', 'roofline', 'energy', 'layers', 'explain', 'cost', 'device', 'hardware', 'model'];
const browser = await launch();
const folder = mkdtempSync(join(tmpdir(), 'whichchip-'));
const row = (name, ...values) => console.log(name.padEnd(48), ...values.map((value) => `${value.toFixed(0)}`.padStart(8)));

try {
  const full = join(folder, 'full.onnx');
  writeFileSync(full, inflate(sample('resnet50')));
  const drops = [];
  for (let i = 0; i < count; i += 1) {
    const { page, close } = await openPage(browser);
    await ready(page);
    await page.waitForTimeout(1500); // the Worker has warmed up, the sources are there
    await page.evaluate(() => {
      document.getElementById('file').addEventListener('change', () => { globalThis.chosenAt = performance.now(); }, { capture: true });
      new MutationObserver(() => {
        if (document.querySelector('table[data-table="comparison"]')) globalThis.shownAt ??= performance.now();
      }).observe(document.getElementById('results'), { childList: true, subtree: true });
    });
    const tasks = await longTasks(page, async () => {
      await page.setInputFiles('#file', full);
      await compared(page, 'full');
    });
    const took = await page.evaluate(() => globalThis.shownAt - globalThis.chosenAt);
    drops.push({ took, longest: Math.max(0, ...tasks) });
    await close();
  }
  row('full ResNet-50, drop to table, ms', median(drops.map(({ took }) => took)));
  row('  longest task of the page (0: none above 50), ms', median(drops.map(({ longest }) => longest)));

  const { page, close } = await openPage(browser);
  await ready(page);
  await openSample(page, 'resnet50');
  await page.selectOption('#setting-deployment', 'all', { force: true });
  const STEPS = ['engine', 'layout', 'copy', 'handed', 'picture'];
  console.log('control to picture, whole catalogue, ms'.padEnd(48), ...STEPS.map((name) => name.padStart(8)));
  for (const panel of PANELS) {
    await page.click(`#panels [data-panel="${panel}"]`);
    const times = await changeToPicture(page, count);
    row(`  ${panel}`, ...STEPS.map((name) => median(times.map((each) => each[name]))));
  }
  await page.click('#panels [data-panel="compare"]');
  await page.selectOption('#sample-menu', 'bert_large', { force: true });
  await compared(page, 'bert_large');
  const bytes = await heapBytes(page);
  row('BERT-large: script, engine, Worker, together, MB', ...Object.values(bytes).map((value) => value / 1e6));
  await close();
} finally {
  rmSync(folder, { recursive: true });
  await browser.close();
}
