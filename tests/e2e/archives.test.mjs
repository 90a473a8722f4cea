import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';

import { compared, drop, launch, openPage, ready } from './browser.mjs';
import { sample } from './models.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** A zip of {name: bytes}, deflated. */
function zip(files) {
  const local = [];
  const central = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(24);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(16);
    place.writeUInt32LE(offset, 12);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, Buffer.alloc(2), place.subarray(2), Buffer.from(name));
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.alloc(2), Buffer.from(name), packed]);
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

test('a compressed model is opened in place', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await drop(page, 'resnet18.onnx.gz', gzipSync(sample('resnet18')));
  await compared(page, 'resnet18');
  await drop(page, 'zoo.zip', zip({ 'readme.txt': Buffer.from('hello'), 'zoo/resnet34.onnx': sample('resnet34') }));
  await compared(page, 'resnet34');
  await opened.close();
});

test('an archive of several models asks which one', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await drop(page, 'pair.zip', zip({ 'resnet18.onnx': sample('resnet18'), 'resnet34.onnx': sample('resnet34') }));
  await page.waitForSelector('.choice');
  assert.match(await page.textContent('.choice h2'), /pair\.zip holds 2 models/);
  await page.click('.choice li:nth-child(2) button');
  await compared(page, 'resnet34');
  assert.equal(await page.$('.choice'), null);
  // Another batch resolves the model that was chosen.
  await page.fill('#dimension-batch', '4');
  await page.press('#dimension-batch', 'Enter');
  await page.waitForFunction(() => /batch 4/.test(document.querySelector('.scenario').textContent));
  await compared(page, 'resnet34');
  await opened.close();
});
