// Pictures of the built page, for the README and for looking at it:
//
//   node scripts/screenshots.mjs docs/screenshot.png        the README's picture
//   node scripts/screenshots.mjs --all FOLDER [WORD]        every view in every size and theme, or those whose name holds WORD
//   node scripts/screenshots.mjs --docs                     the panels in docs/panels
//
// Needs build/wasm/site (or WHICHCHIP_SITE) and Chromium.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ROOT, drop, launch, openPage, openSample, ready, settled } from '../tests/e2e/browser.mjs';

async function take(browser, path, options, prepare) {
  const { page, close } = await openPage(browser, options);
  await ready(page);
  await page.waitForSelector('#samples button');
  await prepare(page);
  await settled(page);
  await page.screenshot({ path, fullPage: options.fullPage ?? false });
  await close();
  console.log(path);
}

const nothing = async () => {};
const explore = (page) => openSample(page, 'resnet50');
const picked = async (page) => {
  await explore(page);
  await page.evaluate(() => document.querySelector('#results tbody tr .pick').click());
};
const report = async (page) => {
  await explore(page);
  if (await page.isVisible('#view-switch')) await page.click('[data-view-choice="report"]');
};
const failure = async (page) => {
  await drop(page, 'weights.onnx', Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 102400000\n'));
  await page.waitForSelector('[role=alert]');
};

// The graph's panels come from the Worker.
const computed = (page) => page.waitForFunction(() => document.getElementById('progress').hidden);
const panel = (name) => async (page) => {
  await explore(page);
  await page.click(`#panels [data-panel="${name}"]`);
  await computed(page);
};
const panelReport = (name) => async (page) => {
  await explore(page);
  await page.click(`#panels [data-panel="${name}"]`);
  await computed(page);
  if (await page.isVisible('#view-switch')) await page.click('[data-view-choice="report"]');
};
const share = async (page) => {
  await explore(page);
  await page.click('#share');
  await page.waitForSelector('#share-dialog[open]');
};
const palette = async (page) => {
  await explore(page);
  await page.keyboard.press('Control+k');
  await page.waitForSelector('#palette[open]');
  await page.keyboard.type('dep');
};

const PANELS = ['verdict', 'roofline', 'energy', 'layers', 'sweep', 'explain', 'memory', 'phases', 'budgets', 'cost', 'device', 'hardware', 'model', 'difference'];
const tool = (id) => async (page) => {
  await explore(page);
  await page.click(`#${id}`);
  await page.waitForSelector('dialog[open]');
};
const twoModels = async (page) => {
  await explore(page);
  await page.selectOption('#sample-menu', 'resnet18');
  await page.waitForFunction(() => document.querySelector('#results h1').textContent.startsWith('resnet18 '));
  await page.click('#panels [data-panel="difference"]');
};

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844, scale: 2, isMobile: true, hasTouch: true };
const VIEWS = [
  ['start', DESKTOP, nothing], ['start-dark', { ...DESKTOP, dark: true }, nothing], ['start-phone', PHONE, nothing],
  ['explore', DESKTOP, explore], ['explore-2x', { ...DESKTOP, scale: 2 }, explore], ['explore-dark', { ...DESKTOP, dark: true }, explore],
  ['explore-dark-2x', { ...DESKTOP, dark: true, scale: 2 }, explore], ['explore-picked', DESKTOP, picked],
  ['report', { ...DESKTOP, fullPage: true }, report], ['report-dark', { ...DESKTOP, dark: true }, report],
  ['report-phone', { ...PHONE, fullPage: true }, report], ['report-phone-dark', { ...PHONE, dark: true }, report], ['error', DESKTOP, failure],
  ...PANELS.flatMap((name) => [[name, DESKTOP, panel(name)], [`${name}-dark-2x`, { ...DESKTOP, dark: true, scale: 2 }, panel(name)], [`${name}-report`, DESKTOP, panelReport(name)],
    [`${name}-phone`, PHONE, panelReport(name)], [`${name}-phone-dark`, { ...PHONE, dark: true }, panelReport(name)]]),
  ['export', DESKTOP, tool('export')], ['columns', DESKTOP, tool('columns')], ['what-if', DESKTOP, tool('whatif')],
  ['what-if-phone', PHONE, tool('whatif')], ['two-models', DESKTOP, twoModels],
  ['share', DESKTOP, share], ['share-phone', PHONE, share], ['palette', { ...DESKTOP, dark: true }, palette],
];

const browser = await launch();
try {
  if (process.argv[2] === '--all') {
    const folder = process.argv[3];
    mkdirSync(folder, { recursive: true });
    for (const [name, options, prepare] of VIEWS.filter(([each]) => each.includes(process.argv[4] ?? ''))) await take(browser, join(folder, `${name}.png`), options, prepare);
  } else if (process.argv[2] === '--docs') {
    const folder = join(ROOT, 'docs/panels');
    mkdirSync(folder, { recursive: true });
    await take(browser, join(folder, 'compare.png'), DESKTOP, explore);
    for (const name of PANELS) await take(browser, join(folder, `${name}.png`), DESKTOP, name === 'difference' ? twoModels : panel(name));
  } else {
    const path = process.argv[2] ?? 'docs/screenshot.png';
    mkdirSync(dirname(path), { recursive: true });
    await take(browser, path, DESKTOP, explore);
  }
} finally {
  await browser.close();
}
