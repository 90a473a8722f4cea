import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';

import { CLI, SAMPLES, SITE, compared, drop, launch, openSample, ready } from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('one file, from a disk, asks nothing of anybody', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const requests = [];
  const problems = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
  page.on('pageerror', (error) => problems.push(error.message));
  const file = pathToFileURL(join(dirname(SITE), 'whichchip.html')).href;
  await page.goto(file);
  await ready(page);
  await page.waitForSelector('#samples button');
  await openSample(page, 'resnet50');
  const json = () => page.evaluate(() => globalThis.whichchip.comparisonJson());
  assert.equal(await json(), execFileSync(CLI, ['compare', 'resnet50', '--format', 'json'], { encoding: 'utf8' }));
  await page.waitForFunction(() => globalThis.whichchip.stats().frames > 0);
  const address = await page.evaluate(() => location.hash);
  assert.match(address, /^#v1\./);
  await drop(page, 'resnet18.onnx', readFileSync(join(SAMPLES, 'resnet18.onnx')));
  await compared(page, 'resnet18');
  assert.deepEqual(requests.filter((url) => url.split('#')[0] !== file && !/^(data|blob):/.test(url)), []);
  assert.deepEqual(problems, []);
  await page.close();
});
