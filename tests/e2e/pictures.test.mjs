// The page looks as it did: the start, every panel, three of them dark, the report. WHICHCHIP_PICTURES=keep takes the references anew
// (tests/e2e/pictures/), to be looked at before they are committed.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { ROOT, launch, openPage, openSample, ready, settled } from './browser.mjs';
import { coarse, difference, load, save } from './pictures.mjs';

const MOST_DIFFERENT = 0.06; // of the squares
const FOLDER = join(ROOT, 'tests/e2e/pictures');
const PANELS = ['compare', 'verdict', 'roofline', 'energy', 'layers', 'sweep', 'explain', 'memory', 'cost', 'device', 'hardware', 'model'];

let browser;
let decoder; // a page of its own: the policy of the product's forbids what it does
before(async () => {
  browser = await launch();
  decoder = await browser.newPage();
});
after(() => browser.close());

async function held(name, png) {
  const seen = await coarse(decoder, png);
  const path = join(FOLDER, `${name}.png`);
  if (process.env.WHICHCHIP_PICTURES === 'keep') save(path, seen);
  const share = difference(seen, load(path));
  assert.ok(share <= MOST_DIFFERENT, `${name}: ${(100 * share).toFixed(1)} % of the picture differs; WHICHCHIP_PICTURES=keep takes it anew`);
}

async function still(page) {
  await page.waitForFunction(() => document.getElementById('progress').hidden && !document.querySelector('#results[aria-busy]') && !/Being computed/.test(document.getElementById('results').textContent));
  await settled(page);
}

test('every panel of the canvas looks as it did', async () => {
  for (const dark of [false, true]) {
    const opened = await openPage(browser, { dark });
    const { page } = opened;
    await ready(page);
    await openSample(page, 'resnet50');
    for (const panel of dark ? ['compare', 'roofline', 'layers'] : PANELS) {
      await page.click(`#panels [data-panel="${panel}"]`);
      await page.waitForFunction((wanted) => document.querySelector('#results').dataset.panel === wanted, panel);
      await still(page);
      await page.mouse.move(2, 2);
      await still(page);
      await held(dark ? `${panel}-dark` : panel, await page.locator('#canvas').screenshot());
    }
    await opened.close();
  }
});

test('the start page looks as it did', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await page.waitForSelector('#samples button');
  await page.evaluate(() => document.fonts.ready);
  await held('start-desktop', await page.screenshot());
  await opened.close();
});

// Text alone would do, were it not for what makes a page look broken: what is cut off, what runs over its neighbour.
test('the report looks as it did, on a desktop and on a phone', async () => {
  for (const [name, options] of [['report', {}], ['report-phone', { width: 390, height: 844, isMobile: true, hasTouch: true }]]) {
    const opened = await openPage(browser, options);
    const { page } = opened;
    await ready(page);
    await openSample(page, 'resnet50');
    if (await page.isVisible('#view-switch')) await page.click('[data-view-choice="report"]');
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => globalThis.whichchip.comparisonJson()); // what is worked out in spare time adds sentences
    for (const panel of ['compare', 'energy']) {
      await page.evaluate((id) => document.querySelector(`#panels [data-panel="${id}"]`).click(), panel);
      await page.waitForFunction((wanted) => document.querySelector('#results').dataset.panel === wanted, panel);
      await page.evaluate(() => scrollTo(0, 0));
      await held(`${name}-${panel}`, await page.screenshot());
    }
    await opened.close();
  }
});

test('what is broken is seen', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await still(page);
  const canvas = await coarse(decoder, await page.locator('#canvas').screenshot());
  await page.emulateMedia({ colorScheme: 'dark' });
  await still(page);
  assert.ok(difference(canvas, await coarse(decoder, await page.locator('#canvas').screenshot())) > MOST_DIFFERENT, 'another theme');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.click('#panels [data-panel="model"]');
  await still(page);
  assert.ok(difference(canvas, await coarse(decoder, await page.locator('#canvas').screenshot())) > MOST_DIFFERENT, 'another panel');
  await opened.close();
});
