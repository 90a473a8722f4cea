import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { drop, launch, openPage, openSample, ready } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

// The checker is a script from outside the page, so this context alone goes round the policy.
async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations: found } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
  });
}

for (const dark of [false, true]) {
  test(`axe finds nothing, ${dark ? 'dark' : 'light'}`, async () => {
    const opened = await openPage(browser, { dark, bypassCSP: true });
    const { page } = opened;
    await ready(page);
    await page.waitForSelector('#samples button');
    assert.deepEqual(await violations(page), [], 'start');
    await drop(page, 'empty.onnx', Buffer.alloc(0));
    await page.waitForSelector('[role=alert]');
    assert.deepEqual(await violations(page), [], 'error');
    await openSample(page, 'resnet50');
    assert.deepEqual(await violations(page), [], 'explore');
    await page.click('[data-view-choice="report"]');
    await page.evaluate(() => globalThis.whichchip.comparisonJson()); // what is worked out in spare time draws the report anew
    for (const summary of await page.$$('#results summary')) await summary.click();
    assert.deepEqual(await violations(page), [], 'report');
    await opened.close();
  });
}

test('on a phone the report leads, and nothing scrolls sideways', async () => {
  const opened = await openPage(browser, { width: 390, height: 844, hasTouch: true, isMobile: true, scale: 2 });
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  assert.equal(await page.getAttribute('body', 'data-view'), 'report');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  assert.ok(await page.isVisible('.verdict'));
  await opened.close();
});
