// Reads models off the page's thread. It asks a File for the few ranges that the engine wants, and never for weights.

import { instantiateEngine } from './engine.js';

const PROGRESS_INTERVAL_MS = 50;
let loader = null; // promise of the engine's Loader

function fileReader({ file, neighbours }) {
  const reader = new FileReaderSync();
  return {
    size: file.size,
    neighbours,
    read(offset, length) {
      try {
        return new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + length)));
      } catch {
        return null; // moved, changed or deleted: the engine says so
      }
    },
  };
}

function progressReporter(id) {
  let last = 0;
  return (offset, size) => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    postMessage({ type: 'progress', id, offset, size });
  };
}

async function serve(message) {
  const { id } = message;
  try {
    const engine = await loader;
    let statistics = null;
    if (message.type === 'open') {
      const { name, member = '' } = message.model;
      const opened = engine.open(fileReader(message.model), name, member, progressReporter(id));
      if (opened.error) return postMessage({ type: 'failed', id, error: opened.error });
      if (opened.value.choices) return postMessage({ type: 'choice', id, choices: opened.value.choices });
      statistics = opened.value;
    }
    if (message.type === 'ask') {
      const answer = engine.ask(message.question);
      if (answer.error) return postMessage({ type: 'failed', id, error: answer.error });
      return postMessage({ type: 'answer', id, document: answer.value }, [answer.value.buffer]);
    }
    if (message.type === 'ask-json') {
      const answer = engine.askJson(message.question);
      if (answer.error) return postMessage({ type: 'failed', id, error: answer.error });
      return postMessage({ type: 'answer', id, json: answer.value });
    }
    if (message.type === 'other-settings') return postMessage({ type: 'answer', id, others: engine.otherSettings(message.question).value });
    const resolved = engine.resolve(message.request);
    if (resolved.error) return postMessage({ type: 'failed', id, error: resolved.error });
    return postMessage({ type: 'workload', id, workload: resolved.value, statistics }, [resolved.value.buffer]);
  } catch (error) {
    // A trap (memory, stack): the instance is in an unknown state and the page starts another Worker.
    const out = /memory|allocation/i.test(String(error));
    return postMessage({
      type: 'crashed',
      id,
      error: {
        code: 5,
        message: out ? 'The browser has no memory left for this model.' : 'The analysis of this model failed.',
        where: String(error?.message ?? error),
        advice: 'The page still works. The command line reads larger models: whichchip compare MODEL',
      },
    });
  }
}

const SMALL_MODEL = `<ir_version: 8, opset_import: ["" : 17]> small (float[1,3,8,8] x, float[8,3,3,3] w, float[288,4] m) => (float[1,4] y) {
  c = Conv(x, w)
  r = Relu(c)
  f = Flatten(r)
  y = MatMul(f, m)
}`;

const REHEARSED_PANELS = ['compare', 'layers', 'roofline', 'energy'];
const REHEARSALS = 60;

// The browser compiles a function when it first runs, and compiles it well when it has run for a while, once for the page and the Worker. A
// small model taken through all that a first answer needs, and then through changes of it, here, while nobody waits, spares that to the
// page's own thread: otherwise the first changes take three times as long as later ones.
function warmUp(module) {
  const bytes = new TextEncoder().encode(SMALL_MODEL);
  const reader = { size: bytes.length, neighbours: {}, read: (offset, length) => bytes.subarray(offset, offset + length) };
  const small = new module.Loader();
  const page = new module.Page();
  small.open(reader, 'small.onnxtxt', '', () => {});
  const workload = small.resolve(page.start({}, false)).value;
  page.open(workload);
  page.view();
  page.twin();
  for (const table of ['energy', 'operators', 'subgraphs']) page.table(table);
  page.link({ sample: '', title: '', report: false, names: false, model: false });
  small.delete();
  postMessage({ type: 'rehearsal', workload }); // drawing can be rehearsed on the page only
  const rehearse = (left) => {
    if (left === 0) {
      page.delete();
      return;
    }
    page.showPanel(REHEARSED_PANELS[left % REHEARSED_PANELS.length]);
    page.setOption('deployment', 'all');
    page.setOption('precision', left % 2 === 0 ? 'int8' : 'auto'); // another one than before: all is estimated anew
    page.view();
    setTimeout(() => rehearse(left - 1)); // what came meanwhile goes first
  };
  rehearse(REHEARSALS);
}

async function startEngine(compiled) {
  const module = await instantiateEngine(compiled);
  setTimeout(() => warmUp(module)); // after what already waits
  globalThis.whichchip = { heapBytes: () => module.heapBytes() }; // for tests
  return new module.Loader();
}

addEventListener('message', (event) => {
  if (event.data.type === 'start') loader = startEngine(event.data.compiled);
  else if (event.data.type === 'sources') loader.then((engine) => engine.attachSources(...event.data.files));
  else serve(event.data);
});
