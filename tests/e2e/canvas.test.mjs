import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { clickWidget, compared, drawingWorker, drop, launch, loseContext, middle, openPage, openSample, picture, ready, restoreContext, settled, stats, twinRows } from './browser.mjs';
import { sample } from './models.mjs';
import { longTasks } from '../bench/page_figures.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

async function opened(options) {
  const context = await openPage(browser, options);
  await ready(context.page);
  await openSample(context.page, 'resnet50');
  return context;
}

test('nothing is drawn while nothing happens', async () => {
  const context = await opened();
  const { page } = context;
  const before = await settled(page);
  assert.ok(before > 0, 'something was drawn');
  await page.waitForTimeout(5_000);
  const drawn = (await stats(page)).frames - before;
  console.log(`${drawn} frames in 5 idle seconds`);
  assert.equal(drawn, 0);
  await page.mouse.move(700, 500);
  const woken = (await settled(page)) - before;
  assert.ok(woken >= 1 && woken <= 6, `${woken} frames after one move`);
  await context.close();
});

test('the canvas has one pixel per device pixel', async () => {
  for (const scale of [1, 1.25, 2, 3]) {
    const context = await opened({ scale });
    await settled(context.page);
    const backing = await drawingWorker(context.page).evaluate(() => [globalThis.whichchip.canvas.width, globalThis.whichchip.canvas.height]);
    for (const part of ['#canvas', '#stage']) {
      const shown = await context.page.$eval(part, (element) => {
        const box = element.getBoundingClientRect();
        return [box.width * devicePixelRatio, box.height * devicePixelRatio];
      });
      for (const side of [0, 1]) assert.ok(Math.abs(backing[side] - shown[side]) <= 1, `${scale}×, ${part}: ${backing} for ${shown}`);
    }
    await context.close();
  }
});

test('controls on the canvas and in the shell are one state', async () => {
  const context = await opened();
  const { page } = context;
  await clickWidget(page, 'deployment:edge');
  await page.waitForFunction(() => document.getElementById('setting-deployment').value === 'edge');
  await page.selectOption('#setting-deployment', 'datacenter');
  await settled(page);
  const rows = (await twinRows(page)).map((row) => row.hardware);
  assert.ok((await stats(page)).rectangles[`row:${rows[0]}`], 'the canvas shows the rows of the twin');
  await clickWidget(page, 'sort:energy_j');
  await page.waitForFunction(() => document.querySelector('th[data-column="energy_j"]').getAttribute('aria-sort') === 'ascending');
  await clickWidget(page, 'more:batch');
  // Nothing moves under the pointer while the Worker resolves.
  const [idle, busy] = await page.evaluate(() => {
    const [canvas, progress] = [document.getElementById('canvas'), document.getElementById('progress')];
    return [true, false].map((hidden) => {
      progress.hidden = hidden;
      return canvas.getBoundingClientRect().top;
    });
  });
  assert.equal(busy, idle);
  await page.waitForFunction(() => /batch 2/.test(document.querySelector('.scenario').textContent));
  await settled(page);
  await clickWidget(page, 'dimension:batch');
  await page.waitForFunction(() => document.activeElement.id === 'typing');  // the click is two frames' work
  await page.keyboard.press('Control+A');
  await page.keyboard.type('16');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('dimension-batch').value === '16');
  await clickWidget(page, 'setting:precision');
  await clickWidget(page, 'precision:int8');
  await page.waitForFunction(() => document.getElementById('setting-precision').value === 'int8');
  await context.close();
});

test('what is typed within one frame is not lost', async () => {
  const context = await opened();
  const { page } = context;
  await clickWidget(page, 'dimension:batch');
  await page.waitForFunction(() => document.activeElement.id === 'typing');
  await page.evaluate(() => {
    const typing = document.getElementById('typing');
    const key = (type, code, options) => typing.dispatchEvent(new KeyboardEvent(type, { code, bubbles: true, ...options }));
    const press = (code, options, text = '') => {
      key('keydown', code, options);
      typing.value += text;
      if (text) typing.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText' }));
      key('keyup', code, options);
    };
    press('KeyA', { key: 'a', ctrlKey: true });
    for (const digit of '128') press(`Digit${digit}`, { key: digit }, digit);
    press('Enter', { key: 'Enter' });
  });
  await page.waitForFunction(() => document.getElementById('dimension-batch').value === '128');
  await context.close();
});

test('a lost graphics context comes back with everything in place', async () => {
  const context = await opened({ draw: 'webgl' });
  const { page } = context;
  // Of the canvas alone: between two pictures of the same page Chromium may round the edges of the shell's buttons differently.
  const before = await picture(page);
  const { frames } = await stats(page);
  await loseContext(page);
  await page.waitForTimeout(300);
  await restoreContext(page);
  await page.waitForFunction((drawn) => globalThis.whichchip.stats().frames > drawn, frames);
  assert.ok(before.equals(await picture(page)), 'the same picture');
  // What changes meanwhile is seen afterwards.
  await loseContext(page);
  await page.selectOption('#setting-deployment', 'edge');
  await page.waitForTimeout(300);
  await restoreContext(page);
  await page.waitForFunction(() => globalThis.whichchip.stats().rectangles['row:Hailo-8']);
  const other = await picture(page);
  assert.ok(!before.equals(other), 'another picture');
  await page.selectOption('#setting-deployment', 'datacenter');
  await settled(page);
  await page.selectOption('#setting-deployment', 'edge');
  assert.ok(other.equals(await picture(page)), 'the newest state');
  await context.close();
});

test('only what differs is drawn, and what comes of it is the whole picture', async () => {
  const context = await opened({ draw: 'webgl' });
  const { page } = context;
  await settled(page);
  // How many triangles' corners WebGL is given, and how many times as many pixels as the canvas has are cleared.
  await drawingWorker(page).evaluate(() => {
    const gl = globalThis.whichchip.canvas.getContext('webgl2');
    const { drawElements, scissor, clear } = gl;
    let box = null;
    gl.scissor = (...given) => { box = given; scissor.apply(gl, given); };
    gl.drawElements = (...given) => { globalThis.corners += given[1]; drawElements.apply(gl, given); };
    gl.clear = (...given) => { globalThis.cleared += box[2] * box[3] / (gl.canvas.width * gl.canvas.height); clear.apply(gl, given); };
  });
  const spentOn = async (act) => {
    await drawingWorker(page).evaluate(() => { globalThis.corners = globalThis.cleared = 0; });
    await act();
    await settled(page);
    return drawingWorker(page).evaluate(() => ({ corners: globalThis.corners, cleared: globalThis.cleared }));
  };
  const wholly = async () => {
    const before = await picture(page);
    await loseContext(page);
    await page.waitForTimeout(100);
    const spent = await spentOn(() => restoreContext(page));
    assert.ok(before.equals(await picture(page)), 'the same picture, drawn at once');
    return spent;
  };
  const all = await wholly();
  assert.ok(all.corners > 3000 && all.cleared > 0.999 && all.cleared < 1.001, JSON.stringify(all));
  const row = await middle(page, Object.keys((await stats(page)).rectangles).find((id) => id.startsWith('row:')));
  const pointed = await spentOn(() => page.mouse.move(row.x, row.y));
  assert.ok(pointed.corners > 0 && pointed.corners < all.corners / 4 && pointed.cleared < 0.2, `a row that is pointed at: ${JSON.stringify(pointed)}`);
  await spentOn(() => page.selectOption('#setting-deployment', 'all'));
  await wholly();
  for (const panel of ['layers', 'roofline', 'cost']) {
    await spentOn(() => page.click(`#panels [data-panel="${panel}"]`));
    await spentOn(() => page.selectOption('#setting-precision', 'int8'));
    await wholly();
    const other = await spentOn(() => page.selectOption('#setting-precision', 'auto'));
    assert.ok(other.cleared < 0.95, `the side stays as it is: ${JSON.stringify(other)}`);
    await wholly();
  }
  await context.close();
});

test('when the Worker that draws is gone, the page draws', async () => {
  const gone = {
    'by an error': () => setTimeout(() => { throw new Error('gone'); }),
    silently: () => close(), // waits for its silence: 10 seconds
  };
  for (const [how, end] of Object.entries(gone)) {
    const context = await opened();
    const { page } = context;
    const before = await picture(page);
    const { frames } = await stats(page);
    await drawingWorker(page).evaluate(end);
    await page.selectOption('#setting-deployment', 'edge');
    await page.waitForFunction((count) => globalThis.whichchip.stats().frames > count, frames);
    await page.selectOption('#setting-deployment', 'datacenter');
    assert.ok(before.equals(await picture(page)), `gone ${how}: the same picture`);
    await clickWidget(page, 'deployment:edge');
    await page.waitForFunction(() => document.getElementById('setting-deployment').value === 'edge');
    await page.focus('#canvas');
    await context.close();
  }
});

test('a hidden page draws nothing', async () => {
  const context = await opened();
  const { page } = context;
  const before = await settled(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.mouse.move(600, 400);
  await page.mouse.move(620, 420);
  await page.waitForTimeout(500);
  assert.equal((await stats(page)).frames, before);
  await context.close();
});

test('without WebGL the processor draws', async () => {
  const without = await launch(['--disable-software-rasterizer']);
  const context = await openPage(without);
  const { page } = context;
  await ready(page);
  await openSample(page, 'resnet50');
  assert.equal(await page.evaluate(() => document.createElement('canvas').getContext('webgl2')), null);
  assert.equal(await page.getAttribute('body', 'data-view'), 'explore');
  await clickWidget(page, 'deployment:edge');
  await page.waitForFunction(() => document.getElementById('setting-deployment').value === 'edge');
  await context.close();
  await without.close();
});

test('where no canvas can be drawn on, the report is the page', async () => {
  const context = await openPage(browser);
  const { page } = context;
  await page.addInitScript(() => {
    delete HTMLCanvasElement.prototype.transferControlToOffscreen;
    HTMLCanvasElement.prototype.getContext = OffscreenCanvas.prototype.getContext = () => null;
  });
  await page.reload();
  await ready(page);
  await openSample(page, 'resnet50');
  assert.equal(await page.getAttribute('body', 'data-view'), 'report');
  assert.ok(await page.isVisible('table[data-table="comparison"]'));
  assert.ok(await page.isHidden('#view-switch'));
  await context.close();
});

test('the processor draws what WebGL draws', async () => {
  for (const look of [{ scale: 1 }, { scale: 2, dark: true }]) {
    const pictures = [];
    for (const draw of ['webgl', 'software']) {
      const context = await opened({ ...look, draw });
      const { page } = context;
      const kind = draw === 'webgl' ? 'webgl2' : '2d';
      assert.ok(await drawingWorker(page).evaluate((wanted) => globalThis.whichchip.canvas.getContext(wanted) !== null, kind));
      const panels = {};
      for (const panel of ['compare', 'roofline', 'energy', 'layers']) {
        await page.click(`#panels [data-panel="${panel}"]`);
        panels[panel] = (await picture(page)).toString('base64');
      }
      pictures.push(panels);
      await context.close();
    }
    const [byCard, byProcessor] = pictures;
    const { page, close } = await openPage(browser);
    for (const panel of Object.keys(byCard)) {
      const differs = await page.evaluate(async (pair) => {
        const [one, other] = await Promise.all(pair.map(async (base64) => {
          const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
        }));
        let sum = 0;
        let apart = 0;
        for (let i = 0; i < one.length; i += 4) {
          const most = Math.max(...[0, 1, 2].map((k) => Math.abs(one[i + k] - other[i + k])));
          sum += most;
          apart += most > 8;
        }
        return { mean: sum / (one.length / 4), apart: apart / (one.length / 4), alike: one.length === other.length };
      }, [byCard[panel], byProcessor[panel]]);
      console.log(`${panel}, ${look.scale}×: ${JSON.stringify(differs)}`);
      assert.ok(differs.alike && differs.mean < 0.3, `${panel}: levels of 255 apart on average`);
      assert.ok(differs.apart < 0.001, `${panel}: pixels that are more than 8 levels apart`);
    }
    await close();
  }
});

test('a canvas of pixels that was lost comes back', async () => {
  const context = await opened({ draw: 'software' });
  const { page } = context;
  const before = await picture(page);
  const { frames } = await stats(page);
  await drawingWorker(page).evaluate(() => {
    const { canvas } = globalThis.whichchip;
    canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height);
    canvas.dispatchEvent(new Event('contextrestored'));
  });
  await page.waitForFunction((drawn) => globalThis.whichchip.stats().frames > drawn, frames);
  assert.ok(before.equals(await picture(page)), 'the same picture');
  await context.close();
});

test('where a Worker cannot draw, the page does, and the picture is the same', async () => {
  const context = await opened();
  const { page } = context;
  const drawnByWorker = await picture(page);
  const byPage = async (lacking) => {
    await page.reload();
    await compared(page, 'resnet50');
    await page.waitForFunction(() => globalThis.whichchip.stats().frames > 0);
    assert.ok(drawnByWorker.equals(await picture(page)), lacking);
    await clickWidget(page, 'deployment:edge');
    await page.waitForFunction(() => document.getElementById('setting-deployment').value === 'edge');
    await page.selectOption('#setting-deployment', 'datacenter');
  };
  await page.route('**/drawing_worker.js', (route) => route.fulfill({ contentType: 'text/javascript', body: "addEventListener('message', () => postMessage('unable'));" }));
  await byPage('a Worker without WebGL');
  await page.unroute('**/drawing_worker.js');
  await page.addInitScript(() => { delete HTMLCanvasElement.prototype.transferControlToOffscreen; });
  await byPage('no OffscreenCanvas');
  assert.equal(drawingWorker(page), undefined);
  await context.close();
});

test('the page\'s thread does not wait for the graphics side', async () => {
  const context = await openPage(browser);
  const { page } = context;
  await ready(page);
  await drop(page, 'first.onnx', sample('resnet18'));
  await compared(page, 'first');
  await settled(page);
  const tasks = await longTasks(page, async () => {
    await drop(page, 'full.onnx', sample('resnet50'));
    await compared(page, 'full');
    await settled(page);
  });
  console.log(`tasks above 50 ms during a drop: ${tasks.map((each) => each.toFixed(0)).join(', ') || 'none'}`);
  assert.equal(await page.$eval('#canvas', (canvas) => {
    try {
      return canvas.getContext('2d');
    } catch {
      return 'elsewhere';
    }
  }), 'elsewhere', 'the Worker has the canvas');
  await context.close();
});

test('keys of the browser stay the browser\'s', async () => {
  const context = await opened();
  const { page } = context;
  await page.focus('#canvas');
  const taken = await page.evaluate(() => {
    const canvas = document.getElementById('canvas');
    const keys = [['KeyR', 'r', true], ['KeyT', 't', true], ['KeyW', 'w', true], ['KeyL', 'l', true], ['KeyN', 'n', true], ['Minus', '-', true], ['Equal', '+', true],
      ['Digit0', '0', true], ['F5', 'F5', false], ['F11', 'F11', false], ['F12', 'F12', false], ['Tab', 'Tab', false], ['KeyF', 'f', true]];
    return keys.filter(([code, key, ctrlKey]) => {
      const event = new KeyboardEvent('keydown', { code, key, ctrlKey, bubbles: true, cancelable: true });
      canvas.dispatchEvent(event);
      return event.defaultPrevented;
    }).map(([code]) => code);
  });
  assert.deepEqual(taken, []);
  await page.keyboard.press('Tab');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'canvas', 'Tab leaves the canvas');
  await context.close();
});
