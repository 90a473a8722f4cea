import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { compared, launch, openPage, openSample, ready } from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('once opened, the page works without a network', async () => {
  const opened = await openPage(browser, { serviceWorkers: 'allow' });
  const { page, server } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.selectOption('#sample-menu', 'squeezenet1_1');
  await compared(page, 'squeezenet1_1');
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    while (registration.active?.state !== 'activated') await new Promise((done) => setTimeout(done, 50));
  });
  // What was opened before the worker took over is kept from the next time on.
  await page.goto(server.url);
  await ready(page);
  await page.waitForSelector('#samples button');
  await openSample(page, 'resnet50');
  await page.selectOption('#sample-menu', 'squeezenet1_1');
  await compared(page, 'squeezenet1_1');

  await page.context().setOffline(true);
  server.block(/./);
  const before = server.requests.length;
  await page.goto(`${server.url}#`);
  await page.reload();
  await ready(page);
  await page.waitForSelector('#samples button');
  await openSample(page, 'resnet50');
  await page.selectOption('#sample-menu', 'squeezenet1_1');
  await compared(page, 'squeezenet1_1');
  assert.equal(server.requests.slice(before).filter((path) => path !== '/sw.js').length, 0, 'nothing was asked of the server');
  await opened.close();
});

test('a newer version is announced, never put in the middle of a session, and used when that is wanted', async () => {
  const opened = await openPage(browser, { serviceWorkers: 'allow' });
  const { page, server } = opened;
  await ready(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  assert.ok(await page.isHidden('#update'), 'the first visit has nothing newer');
  const newer = (text) => text.replace(/<h1>[^<]*/, '<h1>A newer page');
  server.replace('/', newer);
  server.replace('/index.html', newer);
  server.replace('/sw.js', (text) => text.replace(/BUILD ?= ?["'][0-9a-f]+["']/, 'BUILD="newer"'));
  await page.reload();
  await page.waitForSelector('#update button');
  assert.doesNotMatch(await page.textContent('h1'), /newer/, 'this session stays as it was');
  await openSample(page, 'resnet50');
  await page.click('#update button');
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'A newer page');
  assert.deepEqual(await page.evaluate(() => caches.keys()), ['whichchip-newer'], 'the old copy is gone');
  await opened.close();
});

test('the page can be installed', async () => {
  const opened = await openPage(browser);
  const { page, server } = opened;
  const found = await page.evaluate(async () => {
    const link = document.querySelector('link[rel="manifest"]').href;
    const manifest = await (await fetch(link)).json();
    const icons = await Promise.all(manifest.icons.map(async ({ src }) => (await fetch(new URL(src, link))).ok));
    return { manifest, icons, start: new URL(manifest.start_url, link).href };
  });
  assert.ok(found.manifest.name && found.manifest.display === 'standalone');
  assert.equal(found.start, server.url, 'whatever folder it is served from');
  assert.ok(found.icons.length > 0 && found.icons.every(Boolean));
  await opened.close();
});
