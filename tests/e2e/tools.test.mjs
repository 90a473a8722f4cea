// What is done with a result: taken away, narrowed down, held against another, changed.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { CLI, compared, launch, openPage, openSample, ready, twinRows } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const cli = (...options) => execFileSync(CLI, options, { encoding: 'utf8', maxBuffer: 1 << 30 });
const shown = (page, panel) => page.waitForFunction((wanted) => document.querySelector('#results').dataset.panel === wanted, panel);
const violations = (page) => page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`));

async function saved(page, id) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-export="${id}"]`)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('every form of a panel is a file that opens', async () => {
  const opened = await openPage(browser, { acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'], bypassCSP: true });
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.evaluate(axe);
  await page.keyboard.press('e');
  await page.waitForSelector('#export-dialog[open]');
  assert.deepEqual(await violations(page), []);
  const json = await saved(page, 'json');
  assert.equal(json.name, 'resnet50-compare.json');
  assert.equal(json.bytes.toString(), cli('compare', 'resnet50', '--format', 'json'));
  const html = (await saved(page, 'html')).bytes.toString();
  assert.match(html, /^<!doctype html>/i);
  assert.ok(!/<script/i.test(html), 'a report needs no script');
  const rows = await twinRows(page);
  const csv = (await saved(page, 'csv:0')).bytes.toString().trim().split('\n');
  assert.equal(csv.length, rows.length + 1);
  assert.match(csv[0], /hardware,.*latency_s/);
  assert.match((await saved(page, 'md')).bytes.toString(), /^# resnet50/m);
  await page.click('[data-copy="tsv:0"]');
  await page.waitForFunction(() => /clipboard/.test(document.getElementById('export-state').textContent));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied.trim().split('\n').length, rows.length + 1);
  await page.keyboard.press('Escape');

  await page.click('#panels [data-panel="roofline"]');
  await shown(page, 'roofline');
  await page.click('#export');
  const svg = await saved(page, 'svg:0');
  assert.match(svg.bytes.toString(), /^<svg [^]*<\/svg>\s*$/);
  const png = await saved(page, 'png:0');
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok(png.bytes.readUInt32BE(16) > 1000, 'twice as wide as the drawing');
  assert.match(png.name, /^resnet50-roofline-.*\.png$/);

  // What is made from the graph, in the Worker, too.
  for (const [panel, ...options] of [
    ['sweep', 'sweep', 'resnet50', '--batch', '1,2,4,8,16,32,64'],
    ['memory', 'memory', 'resnet50'],
    ['layers', 'compare', 'resnet50', '--level', 'subgraph'],
    ['cost', 'compare', 'resnet50'],
  ]) {
    await page.keyboard.press('Escape');
    await page.click(`#panels [data-panel="${panel}"]`);
    await shown(page, panel);
    await page.waitForFunction(() => !/Being computed/.test(document.getElementById('results').textContent));
    await page.click('#export');
    const { name, bytes } = await saved(page, 'json');
    assert.equal(name, `resnet50-${panel}.json`);
    assert.ok(bytes.toString() === cli(...options, '--format', 'json'), `${panel}: as the command line prints it`);
  }
  await opened.close();
});

test('sweeps and memory come from the graph, as on the command line', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.click('#panels [data-panel="sweep"]');
  await page.waitForSelector('table[data-table="sweep"]', { state: 'attached' });
  const rows = await twinRows(page, 'sweep');
  const { points } = JSON.parse(cli('sweep', 'resnet50', '--batch', '1,2,4,8,16,32,64', '--format', 'json'));
  assert.deepEqual(rows.map(({ hardware, cells }) => [hardware, cells.batch, cells.latency_s, cells.energy_j]),
    points.map((point) => [point.hardware, point.batch, point.latency_s, point.energy_j]));
  await page.click('[data-view-choice="report"]');
  await page.selectOption('#panel-axis', 'height');
  await page.waitForFunction(() => document.querySelector('table[data-table="sweep"] [data-column="dims"]')?.textContent && /height=/.test(document.querySelector('table[data-table="sweep"] tbody').textContent));
  assert.ok(await page.isVisible('#results svg.chart'), 'lines over the height');
  const { hash } = new URL(page.url());
  await page.click('#panels [data-panel="memory"]');
  await page.waitForSelector('table[data-table="memory"]');
  const memory = await twinRows(page, 'memory');
  assert.ok(memory.length > 0);
  await page.goto('about:blank');
  await page.goto(opened.server.url + hash);
  await page.waitForFunction(() => /height=/.test(document.querySelector('table[data-table="sweep"] tbody')?.textContent ?? ''));
  assert.equal(await page.inputValue('#panel-axis'), 'height', 'the axis is in the link');
  await opened.close();
});

test('limits are chosen, and who keeps them is what the command line recommends', async () => {
  const opened = await openPage(browser, { acceptDownloads: true });
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.selectOption('#setting-deployment', 'edge');
  await page.click('#panels [data-panel="budgets"]');
  await page.waitForSelector('table[data-table="feasible"]', { state: 'attached' });
  const all = (await twinRows(page, 'feasible')).length;
  await page.click('[data-view-choice="report"]');
  await page.selectOption('#panel-preset', 'edge');
  await page.waitForFunction(() => /100 mJ/.test(document.getElementById('results').textContent));
  await page.selectOption('#panel-goal', 'energy');
  await page.selectOption('#panel-latency', '5ms');
  const options = ['recommend', 'resnet50', '--deployment', 'edge', '--budget', 'edge', '--budget', 'latency=5ms', '--goal', 'energy', '--format', 'json'];
  const wanted = JSON.parse(cli(...options));
  await page.waitForFunction((count) => document.querySelectorAll('table[data-table="feasible"] tbody tr').length === count, wanted.feasible.length);
  assert.ok(wanted.feasible.length < all, 'some do not keep them');
  assert.deepEqual((await twinRows(page, 'feasible')).map(({ hardware }) => hardware), wanted.feasible.map(({ hardware }) => hardware));
  assert.ok((await twinRows(page, 'misses')).length > 0, 'what the others lack');
  await page.click('#export');
  assert.equal((await saved(page, 'json')).bytes.toString(), cli(...options));
  await page.keyboard.press('Escape');
  const { hash } = new URL(page.url());
  await page.goto('about:blank');
  await page.goto(opened.server.url + hash);
  await page.waitForFunction((count) => document.querySelectorAll('table[data-table="feasible"] tbody tr').length === count, wanted.feasible.length);
  assert.equal(await page.inputValue('#panel-latency'), '5ms', 'the link holds the limits');
  await opened.close();
});

test('a language model has its phases, as on the command line', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.selectOption('#sample-menu', 'gpt2_with_past');
  await compared(page, 'gpt2_with_past');
  await page.click('#panels [data-panel="phases"]');
  await page.waitForSelector('table[data-table="language"]', { state: 'attached' });
  const rows = await twinRows(page, 'language');
  const { contexts } = JSON.parse(cli('compare', 'gpt2_with_past', '--context', '128,512', '--format', 'json')).language;
  assert.equal(contexts.length, 2);
  assert.ok(rows.length > 3);
  for (const { hardware, cells } of rows) assert.ok(cells.first_token_s > 0 && cells.token_s > 0, hardware);
  await page.selectOption('#sample-menu', 'resnet50');
  await page.waitForFunction(() => /one phase only/.test(document.getElementById('results').textContent));
  await opened.close();
});

test('what things cost follows the assumptions chosen above', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.click('#panels [data-panel="cost"]');
  await page.click('[data-view-choice="report"]');
  await shown(page, 'cost');
  await page.selectOption('#panel-basis', 'own');
  await page.selectOption('#panel-life', '7');
  await page.selectOption('#panel-grid', 'fr');
  const { hash } = new URL(page.url());
  const text = await page.innerText('#results');
  assert.match(text, /7 years/);
  await page.goto('about:blank');
  await page.goto(opened.server.url + hash);
  await shown(page, 'cost');
  assert.deepEqual([await page.inputValue('#panel-basis'), await page.inputValue('#panel-life'), await page.inputValue('#panel-grid')], ['own', '7', 'fr']);
  assert.equal(await page.innerText('#results'), text);
  await opened.close();
});

test('rows are found, columns are chosen and stay so', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const all = (await twinRows(page)).length;
  await page.keyboard.press('f');
  await page.keyboard.type('tpu v4');
  await page.waitForFunction((count) => document.querySelectorAll('table[data-table="comparison"] tbody tr').length < count, all);
  assert.deepEqual((await twinRows(page)).map(({ hardware }) => hardware), ['TPU-v4']);
  await page.keyboard.press('Escape');
  await page.waitForFunction((count) => document.querySelectorAll('table[data-table="comparison"] tbody tr').length === count, all);
  await page.click('[data-view-choice="report"]');
  assert.ok(!(await page.isVisible('th[data-column="carbon_g"]')));
  await page.click('#columns');
  await page.check('#columns-list [data-column="carbon_g"]');
  await page.click('#columns-close');
  assert.ok(await page.isVisible('th[data-column="carbon_g"]'));
  await page.selectOption('#setting-deployment', 'all');
  await page.waitForSelector('th[data-column="measured_latency_s"]');
  const measured = (await twinRows(page)).filter(({ cells }) => cells.measured_latency_s !== null);
  assert.ok(measured.length > 0, 'published figures stand beside the predictions');
  await page.reload();
  await compared(page, 'resnet50');
  assert.ok(await page.isVisible('th[data-column="carbon_g"]'), 'remembered');
  await page.evaluate(() => { globalThis.stillHere = true; });
  await page.click('#columns');
  await page.click('#columns-usual');
  assert.ok(!(await page.isChecked('#columns-list [data-column="carbon_g"]')));
  await page.click('#columns-close');
  assert.ok(!(await page.isVisible('th[data-column="carbon_g"]')), 'as usual again');
  assert.ok(await page.evaluate(() => globalThis.stillHere), 'and no model is lost by it');
  await page.click('#columns');
  await page.check('#columns-list [data-column="carbon_g"]');
  await page.click('#columns-close');
  await page.click('#forget');
  await page.waitForFunction(() => /is gone/.test(document.getElementById('status').textContent));
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  // Figures that arrive later, or a control that changes nothing, do not take that back.
  await page.evaluate(() => globalThis.whichchip.comparisonJson());
  await page.selectOption('#setting-precision', await page.inputValue('#setting-precision'));
  assert.match(await page.textContent('#status'), /is gone/);
  await opened.close();
});

test('what if: a figure is changed, seen at once, shared and taken back', async () => {
  const opened = await openPage(browser, { bypassCSP: true });
  const { page, server } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.selectOption('#setting-deployment', 'all');
  await page.evaluate(() => [...document.querySelectorAll('#results tbody tr')].find((row) => row.dataset.hardware === 'T4').querySelector('.pick').click());
  await page.click('#whatif');
  await page.waitForSelector('#whatif-dialog[open]');
  await page.evaluate(axe);
  assert.deepEqual(await violations(page), []);
  const latency = () => page.evaluate(() => Number(document.querySelector('table[data-table="comparison"] tr[data-hardware="T4"] [data-column="latency_s"]').dataset.value));
  const before = await latency();
  await page.fill('#whatif-list [data-path="memory.bandwidth"] input', '20');
  await page.waitForFunction((old) => Number(document.querySelector('table[data-table="comparison"] tr[data-hardware="T4"] [data-column="latency_s"]').dataset.value) > old, before);
  const wanted = JSON.parse(cli('compare', 'resnet50', '--hardware', 'T4', '--set', 'T4.memory.bandwidth=20', '--format', 'json')).results[0].latency_s;
  assert.equal(await latency(), wanted, 'as on the command line');
  assert.match(await page.textContent('.scenario'), /what if T4\.memory\.bandwidth=20/);
  const { hash } = new URL(page.url());
  await page.click('#whatif-stock');
  await page.waitForFunction((old) => Number(document.querySelector('table[data-table="comparison"] tr[data-hardware="T4"] [data-column="latency_s"]').dataset.value) === old, before);
  await page.goto('about:blank');
  await page.goto(server.url + hash);
  await compared(page, 'resnet50');
  assert.equal(await latency(), wanted, 'the link holds it');
  await opened.close();
});

test('several models are open, and two are held against each other', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  assert.ok(await page.isHidden('#models'));
  await page.selectOption('#sample-menu', 'resnet18');
  await compared(page, 'resnet18');
  assert.deepEqual(await page.$$eval('.model-tab [aria-current], .model-tab button:not(.close)', (all) => all.map((each) => each.textContent)), ['resnet50', 'resnet18']);
  await page.fill('#dimension-batch', '4');
  await page.press('#dimension-batch', 'Enter');
  await page.waitForFunction(() => /batch 4/.test(document.querySelector('.scenario').textContent));
  await page.click('#panels [data-panel="difference"]');
  await page.waitForSelector('table[data-table="diff"]', { state: 'attached' });
  const changes = await twinRows(page, 'diff');
  assert.ok(changes.length > 0);
  assert.match(await page.textContent('#results section p'), /^Latency is (less|more) on (all 12|\d+ of 12) devices: median /, 'summed up first');
  await page.click('.model-tab button:text-is("resnet50")');
  await page.waitForFunction(() => document.querySelector('#results h1').textContent.startsWith('resnet50 on '));
  await page.click('.model-tab button:text-is("resnet18")');
  await page.waitForFunction(() => document.querySelector('#results h1').textContent.startsWith('resnet18 on ') && /batch 4/.test(document.querySelector('.scenario').textContent));
  await page.click('[aria-label="Close resnet50"]');
  await page.waitForFunction(() => document.getElementById('models').hidden);
  await opened.close();
});

test('the whole catalogue is one list, by class and in an order of choice', async () => {
  const opened = await openPage(browser, { bypassCSP: true });
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.click('#panels [data-panel="hardware"]');
  await page.click('[data-view-choice="report"]');
  await page.selectOption('#panel-list', 'all');
  await page.waitForSelector('table[data-table="hardware"]');
  const rows = () => twinRows(page, 'hardware');
  const listed = JSON.parse(cli('hardware', 'list', '--format', 'json')).devices.map(({ id }) => id);
  assert.deepEqual((await rows()).map(({ hardware }) => hardware), listed, 'as the command line has it');
  await page.selectOption('#panel-order', 'bandwidth_bytes_per_s');
  const rates = (await rows()).map(({ cells }) => cells.bandwidth_bytes_per_s).filter((rate) => rate !== null);
  assert.deepEqual(rates, [...rates].sort((a, b) => b - a), 'most first');
  await page.selectOption('#panel-kind', 'NPU');
  const classes = await page.$$eval('table[data-table="hardware"] td[data-column="class"]', (cells) => [...new Set(cells.map((cell) => cell.textContent))]);
  assert.deepEqual(classes, ['NPU']);
  await page.fill('#find', 'hailo');
  await page.waitForFunction(() => [...document.querySelectorAll('table[data-table="hardware"] tbody tr')].every((row) => row.dataset.hardware.startsWith('Hailo')));
  await page.evaluate(axe);
  assert.deepEqual(await violations(page), []);
  await opened.close();
});
