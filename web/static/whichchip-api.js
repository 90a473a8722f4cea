// The engine as a module for browsers, Workers and Node:
//
//   import { createWhichchip } from './whichchip-api.js';
//   const w = await createWhichchip();
//   const comparison = JSON.parse(w.compare(bytes, { deployment: 'edge', batch: 8 }));
//
// inspect, compare, energy and hardware return the JSON text that the command line prints, byte for byte. A model is a Uint8Array, an
// ArrayBuffer, or a File/Blob, of which only the ranges that are needed are read. A File is answered at once in a Worker and by
// a promise elsewhere; `await` serves both. `member` among the options names one of several models inside an archive. What the
// engine refuses is thrown as a WhichchipError.

import createModule from './whichchip.mjs';

export class WhichchipError extends Error {
  /** code: 2 bad usage, 3 bad model, 4 bad hardware file, 5 internal. */
  constructor({ code, message, where, advice }) {
    super(message);
    this.name = 'WhichchipError';
    this.code = code;
    this.where = where;
    this.advice = advice;
  }
}

function unwrap(result) {
  if (result.error) throw new WhichchipError(result.error);
  return result.value;
}

function bytesReader(bytes) {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

function workerReader(file) {
  const reader = new FileReaderSync();
  return { size: file.size, read: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + length))) };
}

// Where a Blob can only be read asynchronously, the engine is run until it asks for a block that is not here, and again once
// that has been read. Only the structure of a model is read, so the blocks are few.
const BLOCK = 1 << 18;

async function withBlocks(file, run) {
  const blocks = new Map();
  let missing = -1;
  const reader = {
    size: file.size,
    read(offset, length) {
      const out = new Uint8Array(length);
      for (let at = offset; at < offset + length;) {
        const index = Math.floor(at / BLOCK);
        if (!blocks.has(index)) {
          missing = index;
          return null;
        }
        const start = at - index * BLOCK;
        const part = blocks.get(index).subarray(start, start + offset + length - at);
        out.set(part, at - offset);
        at += part.length;
      }
      return out;
    },
  };
  for (;;) {
    missing = -1;
    const result = run(reader);
    if (missing < 0) return unwrap(result);
    blocks.set(missing, new Uint8Array(await file.slice(missing * BLOCK, (missing + 1) * BLOCK).arrayBuffer()));
  }
}

// The sources of the devices' figures and the published measurements are files beside this one.
async function fileBeside(name) {
  const address = new URL(`./${name}`, import.meta.url);
  if (address.protocol === 'file:') return (await import('node:fs/promises')).readFile(address, 'utf8');
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name} could not be loaded (HTTP ${response.status})`);
  return response.text();
}

/** `moduleOptions` go to the Emscripten factory: locateFile, wasmBinary, instantiateWasm. */
export async function createWhichchip(moduleOptions = {}) {
  const [engine, ...files] = await Promise.all([createModule(moduleOptions), fileBeside('devices.jsonl'), fileBeside('measurements.json')]);
  engine.attachSources(...files);

  function call(method, model, options = {}) {
    const { name = model?.name ?? 'model', member = '', ...request } = options;
    const run = (reader) => engine[method](reader, name, member, JSON.stringify(request));
    if (typeof Blob !== 'undefined' && model instanceof Blob)
      return typeof FileReaderSync === 'undefined' ? withBlocks(model, run) : unwrap(run(workerReader(model)));
    if (model instanceof ArrayBuffer) return unwrap(run(bytesReader(new Uint8Array(model))));
    if (ArrayBuffer.isView(model)) return unwrap(run(bytesReader(new Uint8Array(model.buffer, model.byteOffset, model.byteLength))));
    throw new TypeError('a model is a Uint8Array, an ArrayBuffer, or a File');
  }

  return {
    version: engine.version(),
    inspect: (model, options) => call('inspect', model, options),
    compare: (model, options) => call('compare', model, options),
    energy: (model, options) => call('energy', model, options),
    hardware: () => unwrap(engine.hardware()),
  };
}
