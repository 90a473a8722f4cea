// The canvas as a part of the platform: fingers, input methods, contrast, zoom, names in any script.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { clickWidget, compared, drawingWorker, drop, launch, loseContext, middle, openPage, openSample, picture, ready, restoreContext, settled, stats } from './browser.mjs';
import { oneLayer, sample } from './models.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('one finger taps and pans', async () => {
  const opened = await openPage(browser, { width: 1024, height: 768, hasTouch: true });
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await page.waitForFunction(() => globalThis.whichchip.stats().rectangles['deployment:all'] && !document.querySelector('canvas.blank'));
  const all = await middle(page, 'deployment:all');
  await page.touchscreen.tap(all.x, all.y);
  await page.waitForFunction(() => document.getElementById('setting-deployment').value === 'all');
  await page.waitForTimeout(300);
  const [first] = Object.entries((await stats(page)).rectangles).filter(([id]) => id.startsWith('row:')).sort(([, a], [, b]) => a[1] - b[1])[0];
  const { y: before, x } = await middle(page, first);
  const client = await page.context().newCDPSession(page);
  const touch = (type, y) => client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', before + 120);
  for (let y = before + 110; y > before - 80; y -= 20) await touch('touchMove', y);
  await touch('touchEnd');
  await page.waitForFunction(([id, y]) => {
    const box = globalThis.whichchip.stats().rectangles[id];
    return !box || document.getElementById('stage').getBoundingClientRect().top + box[1] / devicePixelRatio < y - 40;
  }, [first, before]);
  assert.equal(await page.evaluate(() => document.querySelectorAll('#results tr.selected').length), 0, 'panning picks nothing');
  await opened.close();
});

test('an input method writes into a field of the canvas', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  await clickWidget(page, 'dimension:batch');
  await page.waitForFunction(() => document.activeElement.id === 'typing');
  const client = await page.context().newCDPSession(page);
  await client.send('Input.imeSetComposition', { text: '3', selectionStart: 1, selectionEnd: 1 });
  await client.send('Input.imeSetComposition', { text: '32', selectionStart: 2, selectionEnd: 2 });
  await client.send('Input.insertText', { text: '32' });
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('dimension-batch').value === '32');
  await page.waitForFunction(() => document.activeElement.id === 'canvas');
  await clickWidget(page, 'dimension:batch');
  await page.waitForFunction(() => document.activeElement.id === 'typing');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('dimension-batch').value === '3');
  await opened.close();
});

test('names in any script are shown, and never break the page', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  for (const name of ['模型一号.onnx', 'نموذج.onnx', 'דגם.onnx', 'a‮b<img src=x>.onnx']) {
    await drop(page, name, sample('resnet18'));
    await compared(page, name.replace(/\.onnx$/, ''));
    await page.waitForSelector('#canvas', { state: 'visible' }); // once its picture is drawn
  }
  await opened.close();
});

test('names in other scripts are drawn with the system\'s typefaces, and stand whole in the report', async () => {
  const opened = await openPage(browser, { draw: 'webgl' });
  const { page } = opened;
  // What is painted for the canvas, whether or not this system has typefaces for it.
  await page.addInitScript(() => {
    globalThis.painted = [];
    const original = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function fillText(text, ...rest) {
      globalThis.painted.push(text);
      return original.call(this, text, ...rest);
    };
  });
  await page.reload();
  await ready(page);
  await openSample(page, 'resnet50');
  for (const panel of await page.$$eval('#panels button', (tabs) => tabs.map((tab) => tab.dataset.panel))) {
    await page.click(`#panels [data-panel="${panel}"]`);
    await page.waitForFunction((wanted) => document.querySelector('#results').dataset.panel === wanted && !/Being computed/.test(document.getElementById('results').textContent), panel);
    await picture(page);
    // The shades are those of the heat map's legend.
    assert.deepEqual(await page.evaluate(() => globalThis.painted.splice(0).filter((text) => !/^[░▒▓█]$/.test(text))), [], `${panel}: the typeface has every character that the page itself uses`);
  }
  await page.click('#panels [data-panel="compare"]');
  await drop(page, '模型.onnx', oneLayer({ graph: '图', layer: '卷积层_一', input: '输入图像', output: 'نموذج كبير' }));
  await compared(page, '模型');
  await page.click('#panels [data-panel="model"]');
  await page.waitForFunction(() => document.querySelector('#results').dataset.panel === 'model');
  const drawn = await picture(page);
  const painted = await page.evaluate(() => globalThis.painted);
  assert.deepEqual([...painted].sort(), ['模型', '输入图像', 'نموذج كبير'].sort(), 'each once; what is written from right to left in one piece');
  assert.match(await page.textContent('#results'), /输入图像.*نموذج كبير/s);
  // After a lost context they are painted anew.
  await loseContext(page);
  await page.waitForTimeout(300);
  const { frames } = await stats(page);
  await restoreContext(page);
  await page.waitForFunction((count) => globalThis.whichchip.stats().frames > count, frames);
  assert.ok(drawn.equals(await picture(page)), 'the same picture');
  await opened.close();
});

test('the browser\'s zoom, in and out', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const client = await page.context().newCDPSession(page);
  for (const zoom of [0.75, 1.5, 1]) {
    // What a zoom changes: fewer or more CSS pixels in the same window, and their size.
    await client.send('Emulation.setDeviceMetricsOverride', { width: Math.round(1440 / zoom), height: Math.round(900 / zoom), deviceScaleFactor: zoom, mobile: false });
    await page.waitForFunction((wanted) => devicePixelRatio === wanted, zoom);
    await settled(page);
    const backing = await drawingWorker(page).evaluate(() => [globalThis.whichchip.canvas.width, globalThis.whichchip.canvas.height]);
    const shown = await page.$eval('#stage', (stage) => [stage.getBoundingClientRect().width * devicePixelRatio, stage.getBoundingClientRect().height * devicePixelRatio]);
    for (const side of [0, 1]) assert.ok(Math.abs(backing[side] - shown[side]) <= 2, `${zoom}: ${backing} for ${shown}`);
    for (const set of ['edge', 'datacenter']) {
      await page.waitForTimeout(200);
      await clickWidget(page, `deployment:${set}`);
      await page.waitForFunction((wanted) => document.getElementById('setting-deployment').value === wanted, set);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, 'nothing runs out of the page');
  }
  await opened.close();
});

for (const options of [{ forcedColors: 'active' }, { contrast: 'more' }, { reducedMotion: 'reduce' }, { width: 720, height: 450, scale: 2 }, { width: 320, height: 640 }]) {
  test(`the page stands under ${JSON.stringify(options)}`, async () => {
    const opened = await openPage(browser, options);
    const { page } = opened;
    await ready(page);
    await openSample(page, 'resnet50');
    if (await page.isVisible('[data-view-choice="report"]')) await page.click('[data-view-choice="report"]');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, 'nothing runs out of the page');
    assert.ok(await page.isVisible('.verdict'));
    for (const id of ['export', 'share']) assert.ok(await page.isVisible(`#${id}`), id);
    await opened.close();
  });
}

test('the canvas follows the system\'s wish for dark and for contrast', async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await ready(page);
  await openSample(page, 'resnet50');
  const seen = async () => {
    await page.waitForTimeout(100); // the system's wish arrives
    return (await picture(page)).toString('base64');
  };
  const light = await seen();
  await page.emulateMedia({ contrast: 'more' });
  const strong = await seen();
  await page.emulateMedia({ contrast: 'more', colorScheme: 'dark' });
  const dark = await seen();
  assert.equal(new Set([light, strong, dark]).size, 3);
  await page.emulateMedia({ contrast: null, colorScheme: 'light' });
  assert.equal(await seen(), light);
  await opened.close();
});
