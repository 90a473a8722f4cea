import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';

import { CLI, CLI_WASM, SAMPLES, SITE, compared, drop, launch, openPage, openSample, ready, twinRows } from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const samples = fs.readdirSync(SAMPLES).filter((file) => file.endsWith('.onnx')).sort();
const cli = (...options) => execFileSync(CLI, options, { encoding: 'utf8', maxBuffer: 1 << 30 });

test('page and command line give the same bytes for every sample', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  for (const file of samples) {
    const path = join(SAMPLES, file);
    await drop(page, file, fs.readFileSync(path));
    await compared(page, file.replace(/\.onnx$/, ''));
    const [comparison, inspection] = await page.evaluate(() => Promise.all([globalThis.whichchip.comparisonJson(), globalThis.whichchip.inspectionJson()]));
    assert.ok(comparison === cli('compare', path, '--format', 'json'), `compare ${file}`);
    assert.ok(inspection === cli('inspect', path, '--format', 'json'), `inspect ${file}`);
  }
  console.log(`${samples.length} samples, the same bytes`);
  await opened.close();
});

test('the command line prints the same under WebAssembly', () => {
  const model = join(SAMPLES, 'bert_base.onnx');
  for (const command of [['inspect', model], ['compare', model, '--hardware', 'T4,Xeon-8490H,TPU-v4', '--format', 'json'], ['energy', model, '--hardware', 'KPU-T64']]) {
    const printed = execFileSync(process.execPath, [CLI_WASM, ...command], { encoding: 'utf8' });
    assert.ok(printed === cli(...command), command[0]);
  }
});

test('a sample has the dimensions that its figures are for', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  for (const [name, dimension] of [['bert_large', '#dimension-seq'], ['efficientnet_b1', '#dimension-height'], ['bert_base', '#dimension-seq']]) {
    await page.selectOption('#sample-menu', name);
    await compared(page, name);
    assert.ok(await page.evaluate(() => globalThis.whichchip.comparisonJson()) === cli('compare', name, '--format', 'json'), name);
    assert.equal(await page.inputValue(dimension), { bert_large: '384', efficientnet_b1: '240', bert_base: '128' }[name]);
  }
  await opened.close();
});

test('a language model has phases', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  assert.equal(await page.$('#setting-phase'), null);
  await page.selectOption('#sample-menu', 'gpt2_with_past');
  await compared(page, 'gpt2_with_past');
  await page.selectOption('#setting-phase', 'decode');
  const wanted = cli('compare', 'gpt2_with_past', '--phase', 'decode', '--format', 'json');
  await page.waitForFunction(async (text) => (await globalThis.whichchip.comparisonJson()) === text, wanted);
  await opened.close();
});

test('page and command line agree under other scenarios, too', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  const path = join(SAMPLES, 'resnet50.onnx');
  await drop(page, 'resnet50.onnx', fs.readFileSync(path));
  await compared(page, 'resnet50');
  for (const [option, value] of [['deployment', 'all'], ['precision', 'int8'], ['runtime', 'graph'], ['sort', 'energy']])
    await page.selectOption(`#setting-${option}`, value);
  await page.fill('#dimension-batch', '4');
  await page.press('#dimension-batch', 'Enter');
  await page.waitForFunction(() => /batch 4/.test(document.querySelector('.scenario').textContent));
  const text = await page.evaluate(() => globalThis.whichchip.comparisonJson());
  const wanted = cli('compare', path, '--deployment', 'all', '--precision', 'int8', '--runtime', 'graph', '--sort', 'energy', '--batch', '4', '--format', 'json');
  assert.ok(text === wanted);
  await opened.close();
});

test("the twin's numbers are those of the JSON", async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await drop(page, 'resnet50.onnx', fs.readFileSync(join(SAMPLES, 'resnet50.onnx')));
  await compared(page, 'resnet50');
  await page.selectOption('#setting-deployment', 'all');
  const { results, failed } = JSON.parse(await page.evaluate(() => globalThis.whichchip.comparisonJson()));
  const rows = await twinRows(page);
  assert.deepEqual(rows.map((row) => row.hardware), results.map((result) => result.hardware));
  const same = ['latency_s', 'throughput_per_s', 'power_w', 'energy_j', 'inferences_per_j', 'peak_memory_bytes', 'compute_utilisation', 'bandwidth_utilisation', 'cost_usd_per_million', 'carbon_g'];
  for (const [i, result] of results.entries()) {
    for (const key of same) assert.equal(rows[i].cells[key], result[key] ?? null, `${result.hardware} ${key}`);
  }
  const named = (await page.$('table[data-table="failed"]')) ? (await twinRows(page, 'failed')).map((row) => row.hardware) : [];
  for (const { hardware } of failed) assert.ok(named.includes(hardware), `${hardware} is listed with its reason`);
  await opened.close();
});

test('the module gives the same in Node, from bytes and from a file', async () => {
  const { createWhichchip } = await import(pathToFileURL(join(dirname(SITE), 'npm/whichchip-api.js')));
  const w = await createWhichchip();
  const path = join(SAMPLES, 'resnet18.onnx');
  const bytes = new Uint8Array(fs.readFileSync(path));
  assert.equal(w.inspect(bytes, { name: 'resnet18.onnx' }), cli('inspect', path, '--format', 'json'));
  const options = { name: 'resnet18.onnx', deployment: 'edge', batch: 2, dims: { height: 288, width: 288 } };
  const wanted = cli('compare', path, '--deployment', 'edge', '--batch', '2', '--dim', 'height=288', '--dim', 'width=288', '--format', 'json');
  assert.equal(w.compare(bytes, options), wanted);
  assert.equal(w.compare(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), options), wanted);
  if (fs.openAsBlob) assert.equal(await w.compare(await fs.openAsBlob(path), options), wanted);  // Node 20 and newer
  assert.equal(w.energy(bytes, { name: 'resnet18.onnx', hardware: ['T4', 'TPU-v4'], batch: 2, rate: 2.5 }),
    cli('energy', path, '--hardware', 'T4,TPU-v4', '--batch', '2', '--rate', '2.5', '--format', 'json'));
  assert.throws(() => w.compare(bytes, { deployment: 'moon' }), { name: 'WhichchipError', code: 2 });
  assert.throws(() => w.inspect(new Uint8Array([1, 2, 3])), { name: 'WhichchipError', code: 3 });
  assert.ok(JSON.parse(w.hardware()).devices.length >= 16);
});
