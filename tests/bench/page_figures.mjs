// What the page's speed and memory are measured by, for tests/e2e/performance.test.mjs and page_bench.mjs.

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Another precision, `count` times, in ms since the change of the control: until the engine and the shell have followed (`engine`), until the new
 * picture is handed over (`handed`) and until it has left for the screen (`picture`); and how much of that Dear ImGui's layouts (`layout`) and the
 * copy of what they draw (`copy`) took.
 */
export async function changeToPicture(page, count) {
  const times = [];
  for (let i = 0; i < count; i += 1) {
    times.push(await page.evaluate(async () => {
      const select = document.getElementById('setting-precision');
      const engine = globalThis.whichchip.page;
      const spent = { frame: 0, takePicture: 0 };
      let handed = 0;
      for (const name of Object.keys(spent)) {
        engine[name] = (...given) => {
          const begin = performance.now();
          const result = Object.getPrototypeOf(engine)[name].apply(engine, given);
          const end = performance.now();
          spent[name] += end - begin;
          if (name === 'takePicture' && result) handed ||= end;
          return result;
        };
      }
      await new Promise((done) => { setTimeout(done, 700); }); // what the last change left for spare time is over
      const drawn = new Promise((done) => { document.getElementById('canvas').addEventListener('drawn', ({ detail }) => done(detail - performance.timeOrigin), { once: true }); });
      Object.assign(spent, { frame: 0, takePicture: 0 });
      handed = 0;
      const start = performance.now();
      select.value = select.value === 'int8' ? 'auto' : 'int8';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      const followed = performance.now();
      const left = await drawn; // the page may hear of it later
      return { engine: followed - start, layout: spent.frame, copy: spent.takePicture, handed: handed - start, picture: left - start };
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
  const worker = await page.workers().find((each) => /\/worker\.js$/.test(each.url())).evaluate(() => globalThis.whichchip.heapBytes());
  return { script: usedSize, engine, worker, together: usedSize + engine + worker };
}
