// What the page's speed and memory are measured by, for tests/e2e/performance.test.mjs and page_bench.mjs.

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Another precision, `count` times: from the change of the control until the engine and the shell have followed (`engine`), and until the frame
 * that shows it has left the page's thread (`picture`), in ms.
 */
export async function changeToPicture(page, count) {
  const times = [];
  for (let i = 0; i < count; i += 1) {
    times.push(await page.evaluate(async () => {
      const select = document.getElementById('setting-precision');
      await new Promise((done) => { setTimeout(done, 700); }); // what the last change left for spare time is over
      const start = performance.now();
      select.value = select.value === 'int8' ? 'auto' : 'int8';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      const engine = performance.now() - start;
      // Posted in the frame, received after it.
      await new Promise((done) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = done;
          port2.postMessage(0);
        });
      });
      return { engine, picture: performance.now() - start };
    }));
  }
  return times;
}

/** Tasks of the page's thread above 50 ms while `act` runs, in ms. */
export async function longTasks(page, act) {
  await page.evaluate(() => {
    globalThis.tasks = [];
    globalThis.observer?.disconnect();
    globalThis.observer = new PerformanceObserver((list) => { globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration)); });
    globalThis.observer.observe({ type: 'longtask' });
  });
  await act();
  await page.waitForTimeout(500);
  return page.evaluate(() => globalThis.tasks);
}

/** Bytes of JavaScript's heap after a collection, and of the engine's two instances. */
export async function heapBytes(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  const engine = await page.evaluate(() => globalThis.whichchip.heapBytes());
  const worker = await page.workers()[0].evaluate(() => globalThis.whichchip.heapBytes());
  return { script: usedSize, engine, worker, together: usedSize + engine + worker };
}
