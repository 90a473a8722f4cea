// Chromium on the built page, and what every test needs of it.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { serve } from './server.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const SITE = process.env.WHICHCHIP_SITE ?? join(ROOT, 'build/wasm/site');
export const CLI = process.env.WHICHCHIP_CLI ?? join(ROOT, 'build/native/bin/whichchip');
export const CLI_WASM = process.env.WHICHCHIP_CLI_WASM ?? join(ROOT, 'build/wasm/bin/whichchip-cli.js');
export const SAMPLES = join(ROOT, 'sample_models');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
// Generous: a machine that builds something else at the same time must not fail a test.
export const PATIENCE_MS = 60_000;

export async function launch(flags = []) {
  const candidates = [process.env.WHICHCHIP_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'];
  const executablePath = candidates.find((path) => path && existsSync(path));
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...flags] });
}

/**
 * A fresh page on a fresh server: {page, server, violations, foreign, close}. `draw` is what it draws by. `close` fails the test on a violation of the
 * Content-Security-Policy, a request to another origin, or an uncaught error.
 */
export async function openPage(browser, { width = 1440, height = 900, scale = 1, dark = false, draw = '', prepare = () => {}, ...context } = {}) {
  const server = await serve(SITE);
  prepare(server);
  const opened = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, colorScheme: dark ? 'dark' : 'light', serviceWorkers: 'block', ...context });
  const page = await opened.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const violations = [];
  const foreign = [];
  const errors = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(draw ? `${server.url}?draw=${draw}` : server.url);
  return {
    page,
    server,
    violations,
    foreign,
    async close() {
      await opened.close();
      await server.close();
      assert.deepEqual(violations, [], 'the page runs under its Content-Security-Policy');
      assert.deepEqual(foreign, [], 'nothing is asked of another origin');
      assert.deepEqual(errors, [], 'no uncaught error');
    },
  };
}

export const ready = (page) => page.waitForFunction(() => globalThis.whichchip);

/** Drops a file on the page, as from the desktop. */
export async function drop(page, name, bytes) {
  const transfer = await page.evaluateHandle(([fileName, base64]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], fileName));
    return data;
  }, [name, Buffer.from(bytes).toString('base64')]);
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

/** Waits until the comparison of `name` stands in the twin. */
export const compared = (page, name) =>
  page.waitForFunction((wanted) => document.querySelector('#results h1')?.textContent.startsWith(`${wanted} on `) && document.querySelector('table[data-table="comparison"]'), name);

export async function openSample(page, name) {
  await page.click(`[data-sample="${name}"]`);
  await compared(page, name);
}

/** The twin's table as [{hardware, cells: {column: number | null}}]. */
export const twinRows = async (page, id = 'comparison') => {
  await page.waitForSelector('#results:not([aria-busy])', { state: 'attached' });
  return page.$$eval(`table[data-table="${id}"] tbody tr`, (rows) =>
  rows.map((row) => ({
    hardware: row.dataset.hardware,
    cells: Object.fromEntries([...row.children].map((cell) => [cell.dataset.column, cell.dataset.value === undefined ? null : Number(cell.dataset.value)])),
  })));
};

export const stats = (page) => page.evaluate(() => globalThis.whichchip.stats());

/** The number of frames drawn, once nothing moves any more and nothing is left to be worked out in spare time. */
export async function settled(page) {
  await page.evaluate(() => globalThis.whichchip.comparisonJson());
  for (let last = -1; ;) {
    const { frames, still } = await stats(page);
    if (still && frames === last) return frames;
    last = frames;
    await page.waitForTimeout(300);
  }
}

/** Waits until the canvas stands still; gives its picture. */
export async function picture(page) {
  await settled(page);
  return page.locator('#canvas').screenshot();
}

/** The Worker that draws has {canvas} for tests. */
export const drawingWorker = (page) => page.workers().find((worker) => worker.url().endsWith('/drawing_worker.js'));

/** What WebGL tells where the graphics context is lost, on a page opened with draw: 'webgl'. */
export const loseContext = (page) => drawingWorker(page).evaluate(() => {
  globalThis.lose = globalThis.whichchip.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
  globalThis.lose.loseContext();
});
export const restoreContext = (page) => drawingWorker(page).evaluate(() => globalThis.lose.restoreContext());

/** The middle of a widget of the canvas, in CSS pixels. */
export const middle = (page, id) => page.evaluate((wanted) => {
  const [x, y, width, height] = globalThis.whichchip.stats().rectangles[wanted];
  const box = document.getElementById('stage').getBoundingClientRect();
  return { x: box.left + (x + width / 2) / devicePixelRatio, y: box.top + (y + height / 2) / devicePixelRatio };
}, id);

/** Clicks a widget of the canvas by its id. */
export async function clickWidget(page, id) {
  await page.waitForFunction((wanted) => globalThis.whichchip.stats().rectangles[wanted] && !document.querySelector('canvas.blank'), id);
  const point = await middle(page, id);
  await page.mouse.move(point.x, point.y);
  await page.waitForTimeout(100);
  await page.mouse.click(point.x, point.y, { delay: 60 });
}
