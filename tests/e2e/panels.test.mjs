import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { clickWidget, launch, openPage, openSample, picture, ready, stats, twinRows } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const shown = (page, panel) => page.waitForFunction((wanted) => document.querySelector('#results').dataset.panel === wanted, panel);
const CHARTS = ['roofline', 'explain', 'sweep', 'energy'];
const TABLES = { roofline: 'ceilings', energy: 'energy-tree', explain: 'causes', layers: 'subgraphs', device: 'bounds', hardware: 'figures', model: 'operators', sweep: 'sweep', memory: 'memory', budgets: 'feasible' };

test('every panel says the same on the canvas and in the report', async () => {
  const opened = await openPage(browser, { bypassCSP: true });
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const panels = await page.$$eval('#panels button', (tabs) => tabs.map((tab) => tab.dataset.panel));
  assert.ok(panels.length >= 5);
  await page.evaluate(axe);
  for (const panel of panels) {
    const { frames } = await stats(page);
    await page.click(`#panels [data-panel="${panel}"]`);
    await shown(page, panel);
    // Some come from the Worker, which has the graph.
    if (TABLES[panel]) await page.waitForSelector(`table[data-table="${TABLES[panel]}"]`, { state: 'attached' });
    assert.equal(await page.getAttribute('#panels [aria-current="page"]', 'data-panel'), panel);
    await page.waitForFunction((count) => globalThis.whichchip.stats().frames > count, frames);
    if (TABLES[panel]) assert.ok((await twinRows(page, TABLES[panel])).length > 0, panel);
    if (panel === 'layers') assert.match(await page.textContent('#results'), /Who runs what rests on.*TensorRT/s, 'toolchains, versions, documents');
    await page.click('[data-view-choice="report"]');
    await shown(page, panel);
    if (panel === 'energy') {
      const areas = await page.$$eval('svg[data-chart="energy_map"] rect:has(title)', (tiles) => tiles.map((tile) => tile.getAttribute('width') * tile.getAttribute('height')));
      const [, , width, height] = (await page.getAttribute('svg[data-chart="energy_map"]', 'viewBox')).split(' ').map(Number);
      assert.ok(areas.length > 5 && areas.reduce((sum, area) => sum + area, 0) > 0.6 * width * height, 'the tiles fill the map');
    }
    if (panel === 'explain') assert.doesNotMatch(await page.textContent('#results table[data-table="layers"]'), /(^|\s)-\d/, 'minus signs, not hyphens');
    if (CHARTS.includes(panel)) assert.ok(await page.isVisible('#results svg.chart'), `${panel} has a chart`);
    const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`));
    assert.deepEqual(found, [], panel);
    await page.click('[data-view-choice="explore"]');
  }
  await opened.close();
});

test('a panel is part of the link and of the history', async () => {
  const opened = await openPage(browser);
  const { page, server } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.click('#panels [data-panel="layers"]');
  await shown(page, 'layers');
  const address = await page.evaluate(() => location.hash);
  await page.goBack();
  await shown(page, 'compare');
  await page.goForward();
  await shown(page, 'layers');
  await page.goto('about:blank');
  await page.goto(server.url + address);
  await shown(page, 'layers');
  await opened.close();
});

test('a plot zooms under Ctrl and the wheel, and elsewhere that is the browser\'s', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.click('#panels [data-panel="roofline"]');
  await shown(page, 'roofline');
  await page.waitForFunction(() => globalThis.whichchip.stats().rectangles['plot:roofline']);
  const [x, y] = await page.evaluate(() => {
    const box = document.getElementById('canvas').getBoundingClientRect();
    const [left, top, width, height] = globalThis.whichchip.stats().rectangles['plot:roofline'];
    globalThis.taken = null;
    document.getElementById('canvas').addEventListener('wheel', (event) => { globalThis.taken = event.defaultPrevented; });
    return [box.left + left + 0.9 * width, box.top + top + 0.1 * height];
  });
  const wheel = async (...place) => {
    await page.mouse.move(...place);
    await stats(page);
    await page.evaluate(() => { globalThis.taken = null; });
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => globalThis.taken !== null);
    await page.keyboard.up('Control');
    return page.evaluate(() => globalThis.taken);
  };
  await page.mouse.move(x, y);
  const before = await picture(page);
  assert.equal(await wheel(x, y), true);
  assert.ok(!before.equals(await picture(page)), 'the plot shows a part');
  await page.mouse.dblclick(x, y);
  assert.ok(before.equals(await picture(page)), 'all of it');
  assert.equal(await wheel(20, y), false, 'the browser zooms the page');
  await opened.close();
});

test('a layer picked in one panel is picked in all', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.click('#panels [data-panel="layers"]');
  await shown(page, 'layers');
  await clickWidget(page, 'layer:3');
  await page.waitForSelector('table[data-table="layer"]', { state: 'attached' });
  assert.match(await page.textContent('#results'), /Layer #3 .*How it is counted.*1·56·56·64·64·3·3 = 115605504/s);
  await page.click('[data-view-choice="report"]');
  await page.click('#panels [data-panel="roofline"]');
  await shown(page, 'roofline');
  assert.equal(await page.getAttribute('table[data-table="roofline"] tr.selected', 'data-hardware'), '3');
  await page.click('table[data-table="roofline"] tr.selected button.layer');
  await page.waitForFunction(() => !document.querySelector('table[data-table="roofline"] tr.selected'));
  await opened.close();
});
