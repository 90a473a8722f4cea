// The page on a phone: the report leads, nothing is cut off, everything can be hit with a thumb and read without glasses.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { compared, launch, openPage, ready } from './browser.mjs';

const LEAST_TARGET_PX = 44, LEAST_TEXT_PX = 12;

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

async function openOnPhone(width) {
  const opened = await openPage(browser, { width, height: 844, scale: 2, isMobile: true, hasTouch: true });
  const { page } = opened;
  await ready(page);
  await page.tap('[data-sample="resnet50"]');
  await compared(page, 'resnet50');
  return opened;
}

test('every panel of a phone fits, and what is to be touched is large enough', async () => {
  for (const width of [390, 320]) {
    const opened = await openOnPhone(width);
    const { page } = opened;
    assert.equal(await page.evaluate(() => document.body.dataset.view), 'report');
    for (const panel of await page.$$eval('#panels button', (tabs) => tabs.map((tab) => tab.dataset.panel))) {
      await page.evaluate((id) => document.querySelector(`#panels [data-panel="${id}"]`).click(), panel);
      await page.waitForFunction((id) => document.querySelector('#results').dataset.panel === id && document.getElementById('progress').hidden && !/Being computed/.test(document.getElementById('results').textContent), panel);
      const seen = await page.evaluate(() => {
        const controls = [...document.querySelectorAll('.bar button, .panel-bar button, .panel-bar input, .panel-settings select, .picker select')].filter((each) => each.checkVisibility());
        const chart = document.querySelector('svg.chart');
        const text = chart?.querySelector('text');
        return {
          wide: document.documentElement.scrollWidth,
          small: controls.map((each) => [each.id || each.textContent, Math.round(each.getBoundingClientRect().height)]).filter(([, height]) => height < 44),
          text: text ? parseFloat(getComputedStyle(text).fontSize) * chart.getScreenCTM().a : null,
          chart: chart ? chart.closest('.chart-box').getBoundingClientRect().right : 0,
        };
      });
      assert.ok(seen.wide <= width, `${panel} at ${width}: the page is ${seen.wide} px wide`);
      assert.deepEqual(seen.small, [], `${panel}: at least ${LEAST_TARGET_PX} px high`);
      if (seen.text !== null) assert.ok(seen.text >= LEAST_TEXT_PX, `${panel}: the chart's words are ${seen.text.toFixed(1)} px`);
      assert.ok(seen.chart <= width, `${panel}: a chart scrolls within its box`);
    }
    await opened.close();
  }
});

test('figures of a device stand beside their names on a phone, whole', async () => {
  const opened = await openOnPhone(390);
  const { page } = opened;
  const cut = () => page.$$eval('#results table', (tables) => tables.filter((table) => !table.tHead).map((table) => table.offsetWidth - table.closest('.table-box').clientWidth));
  for (const width of await cut()) assert.ok(width <= 0, `a table of names and values is ${width} px too wide`);
  await page.evaluate(() => document.querySelector('#panels [data-panel="hardware"]').click());
  await page.waitForSelector('table[data-table="figures"]');
  const hidden = await page.$$eval('table[data-table="figures"] td[data-column="value"]', (cells) => cells.filter((cell) => cell.getBoundingClientRect().right > cell.closest('.table-box').getBoundingClientRect().right).length);
  assert.equal(hidden, 0, 'values in sight without scrolling');
  await opened.close();
});

test('the sheet of what-if figures lies in the middle of a phone, and a long list keeps its buttons in sight', async () => {
  const opened = await openOnPhone(390);
  const { page } = opened;
  await page.tap('#whatif');
  await page.waitForSelector('#whatif-dialog[open] #whatif-list li');
  const sheet = await page.$eval('#whatif-dialog', (dialog) => { const { left, right } = dialog.getBoundingClientRect(); return [left, innerWidth - right]; });
  assert.equal(sheet[0], sheet[1], 'as much room at the left as at the right');
  const inSight = (id) => page.$eval(id, (button) => { const box = button.getBoundingClientRect(); return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === button; });
  assert.ok(await inSight('#whatif-close'));
  await page.tap('#whatif-close');
  await page.tap('#export');
  await page.waitForSelector('#export-dialog[open] #export-list li');
  assert.ok(await inSight('#export-close'));
  await opened.close();
});
