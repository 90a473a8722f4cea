import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { CLI, compared, drop, launch, openPage, openSample, ready, twinRows } from './browser.mjs';
import { inflate, sample } from './models.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const cli = (...options) => execFileSync(CLI, options, { encoding: 'utf8', maxBuffer: 1 << 30 });

test('a ResNet-50 with all of its weights shows the table at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whichchip-'));
  const path = join(folder, 'resnet50_full.onnx');
  const bytes = inflate(sample('resnet50'));
  assert.ok(bytes.length > 90e6, 'the twin has its weights');
  writeFileSync(path, bytes);
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, entry.duration);
    }).observe({ type: 'longtask' });
    const input = document.getElementById('file');
    input.addEventListener('change', () => { globalThis.chosenAt = performance.now(); }, { capture: true });
    new MutationObserver(() => {
      if (document.querySelector('table[data-table="comparison"]')) globalThis.shownAt ??= performance.now();
    }).observe(document.getElementById('results'), { childList: true, subtree: true });
  });
  await page.setInputFiles('#file', path);
  await compared(page, 'resnet50_full');
  const { took, longest } = await page.evaluate(() => ({ took: globalThis.shownAt - globalThis.chosenAt, longest: globalThis.longest }));
  // Told, not judged: how fast it is says the machine, too.
  console.log(`${(bytes.length / 1e6).toFixed(0)} MB ResNet-50: table after ${took.toFixed(0)} ms, longest task on the page's thread ${longest.toFixed(0)} ms`);
  assert.ok(took > 0, 'the table came after the choice');
  const rows = await twinRows(page);
  assert.ok(rows.length >= 7);
  await opened.close();
});

test('a click on a sample shows its comparison, in words too', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const status = await page.innerText('#status');
  assert.match(status, /Analysed resnet50 on \d+ devices/);
  assert.equal(await page.getAttribute('body', 'data-view'), 'explore');
  await opened.close();
});

test('the file chooser opens a model', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#drop-zone')]);
  await chooser.setFiles({ name: 'chosen.onnx', mimeType: 'application/octet-stream', buffer: sample('resnet18') });
  await compared(page, 'chosen');
  await opened.close();
});

test('a change of deployment, precision or runtime compares anew at once', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const datacenter = await twinRows(page);
  await page.selectOption('#setting-deployment', 'edge');
  const edge = await twinRows(page);
  assert.notDeepEqual(edge.map((row) => row.hardware), datacenter.map((row) => row.hardware));
  await page.selectOption('#setting-deployment', 'datacenter');
  await page.selectOption('#setting-precision', 'int8');
  const int8 = await twinRows(page);
  const latency = (rows, hardware) => rows.find((row) => row.hardware === hardware)?.cells.latency_s;
  assert.ok(latency(int8, 'A100-SXM-80GB') < latency(datacenter, 'A100-SXM-80GB'));
  await page.selectOption('#setting-precision', 'auto');
  await page.selectOption('#setting-runtime', 'eager');
  assert.ok(latency(await twinRows(page), 'A100-SXM-80GB') > latency(datacenter, 'A100-SXM-80GB'));
  await opened.close();
});

test('another batch is resolved in the Worker without reading the file again', async () => {
  const opened = await openPage(browser);
  const { page, server } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const before = await twinRows(page);
  const asked = server.requests.length;
  await page.fill('#dimension-batch', '8');
  await page.press('#dimension-batch', 'Enter');
  await page.waitForFunction(() => /batch 8/.test(document.querySelector('.scenario').textContent));
  const after8 = await twinRows(page);
  assert.equal(after8[0].cells.batch, 8);
  assert.ok(after8[0].cells.throughput_per_s > before[0].cells.throughput_per_s);
  assert.deepEqual(server.requests.slice(asked).filter((path) => path.endsWith('.onnx')), []);
  await opened.close();
});

test('what other batches say is told in spare time, and keeps nobody waiting', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  let started = 0;
  page.on('worker', () => { started += 1; });
  await openSample(page, 'resnet50');
  const told = (batch) => {
    const { insights, results } = JSON.parse(cli('compare', 'resnet50', '--batch', batch, '--format', 'json'));
    return { best: insights.at(-1), off: results.find(({ hardware }) => hardware === 'A100-SXM-80GB').measured[0].own_residual };
  };
  const wanted = told('1');
  assert.match(wanted.best, /^Best batch for efficiency on /);
  await page.waitForFunction((line) => document.querySelector('#results').textContent.includes(line), wanted.best);
  // A click on a device: how far off it is predicted where it was measured.
  await page.evaluate(() => globalThis.whichchip.page.select('A100-SXM-80GB'));
  await page.selectOption('#setting-sort', 'energy');
  await page.waitForFunction(() => /: predicted [\d.]+ % too (fast|slow)/.test(document.querySelector('#results').textContent));
  assert.ok(Math.abs(wanted.off) < 1);
  // While that is worked out something else is wanted: the Worker goes on, it is not replaced.
  const before = started;
  for (const batch of ['2', '3', '8']) {
    const json = page.evaluate(() => globalThis.whichchip.comparisonJson());
    await page.fill('#dimension-batch', batch);
    await page.press('#dimension-batch', 'Enter');
    await json;
  }
  await page.waitForFunction((line) => document.querySelector('#results').textContent.includes(line), told('8').best);
  assert.equal(started, before);
  await opened.close();
});

test('dimensions that the model does not take are refused, and the last answer stays', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const height = await page.$('#dimension-height');
  assert.ok(height, 'the sample keeps its height free');
  await page.fill('#dimension-batch', '9999999');
  await page.press('#dimension-batch', 'Enter');
  const alert = await page.waitForSelector('[role=alert]');
  assert.match(await alert.innerText(), /9999999/);
  assert.equal(await page.inputValue('#dimension-batch'), '1');
  await opened.close();
});

test('reading can be cancelled, and the page works on', async () => {
  let release;
  const opened = await openPage(browser, { prepare: (server) => { release = server.hold(/\/worker\.js$/); } });
  const { page } = opened;
  await ready(page);
  await drop(page, 'slow.onnx', sample('resnet50'));
  await page.waitForSelector('#progress:not([hidden])');
  await page.click('#cancel');
  await page.waitForSelector('#progress', { state: 'hidden' });
  assert.match(await page.innerText('#status'), /Stopped reading slow/);
  release();
  await drop(page, 'next.onnx', sample('resnet18'));
  await compared(page, 'next');
  await opened.close();
});

test('the twin sorts by keyboard and says so', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.click('[data-view-choice="report"]');
  await page.focus('[data-sort="energy_j"]');
  await page.keyboard.press('Enter');
  const column = async (key) => (await twinRows(page)).map((row) => row.cells[key]).filter((value) => value !== null);
  const energies = await column('energy_j');
  assert.deepEqual(energies, [...energies].sort((a, b) => a - b));
  assert.equal(await page.getAttribute('th[data-column="energy_j"]', 'aria-sort'), 'ascending');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.sort), 'energy_j', 'focus stays on the head');
  await page.keyboard.press('Space');
  assert.equal(await page.getAttribute('th[data-column="energy_j"]', 'aria-sort'), 'descending');
  const reversed = await column('energy_j');
  assert.deepEqual(reversed, [...energies].reverse());
  await opened.close();
});
