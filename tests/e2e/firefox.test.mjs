// The page in Firefox, through WebDriver BiDi: what is there of the browser decides, the numbers are those of the command line.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';

import { firefox } from 'playwright-core';

import { CLI, PATIENCE_MS, SITE, compared, drop, ready, twinRows } from './browser.mjs';
import { sample } from './models.mjs';
import { serve } from './server.mjs';

const executablePath = [process.env.WHICHCHIP_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));

test('Firefox reads a dropped model and says what the command line says', { skip: executablePath ? false : 'there is no Firefox on this machine' }, async () => {
  const server = await serve(SITE);
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath, headless: true });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(server.url);
    await ready(page);
    await drop(page, 'resnet18.onnx', sample('resnet18'));
    await compared(page, 'resnet18');
    const rows = await twinRows(page);
    const { results } = JSON.parse(execFileSync(CLI, ['compare', 'resnet18', '--format', 'json'], { encoding: 'utf8', maxBuffer: 1 << 26 }));
    assert.deepEqual(rows.map(({ hardware, cells }) => [hardware, cells.latency_s, cells.energy_j]), results.map((row) => [row.hardware, row.latency_s, row.energy_j]));
    // With or without WebGL: a setting and a panel of the report.
    if (await page.isVisible('[data-view-choice="report"]')) await page.click('[data-view-choice="report"]');
    await page.selectOption('#setting-deployment', 'edge');
    await page.waitForFunction((before) => document.querySelector('table[data-table="comparison"] tbody tr')?.dataset.hardware !== before, rows[0].hardware);
    await page.click('#panels [data-panel="sweep"]');
    await page.waitForSelector('table[data-table="sweep"]');
    assert.ok(await page.isVisible('#results svg.chart'), 'charts are drawn');
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    await server.close();
  }
});
