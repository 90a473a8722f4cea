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
