import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { launch, openPage, openSample, ready, stats, twinRows } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const shown = (page, panel) => page.waitForFunction((wanted) => document.querySelector('#results').dataset.panel === wanted, panel);
const CHARTS = ['roofline', 'explain', 'sweep'];
const TABLES = { roofline: 'ceilings', energy: 'energy-tree', explain: 'causes', layers: 'subgraphs', device: 'bounds', hardware: 'figures', model: 'operators', sweep: 'sweep', memory: 'memory' };

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
    await page.click('[data-view-choice="report"]');
    await shown(page, panel);
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
