// The WebAssembly module: compiled once, instantiated on the page and in the Worker.

import { pageFile, startWorker } from './place.js';
import createModule from './whichchip.mjs';

/** Compiles while it downloads; falls back where a server does not say application/wasm. */
export async function compileEngine() {
  const response = await pageFile('whichchip.wasm');
  if ((response.headers.get('content-type') ?? '').startsWith('application/wasm'))
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export function instantiateEngine(compiled) {
  return createModule({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
  });
}

/** An error that the engine reported: what (message), where, and what to do (advice). */
export class EngineError extends Error {
  constructor({ code = 5, message, where = '', advice = '' }) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
    this.where = where;
    this.advice = advice;
  }
}

/** Takes the value out of {value} or throws what is in {error}. */
export function unwrap(result) {
  if (result.error) throw new EngineError(result.error);
  return result.value;
}

export class Cancelled extends Error {
  name = 'Cancelled';
}

/** Reads and resolves models in a Worker. One job at a time: a new one ends the one before. */
export class ModelReader {
  #compiled;
  #worker = null;
  #job = null;
  #nextId = 1;
  #open = null; // the model whose skeleton the Worker keeps
  #onRehearsal;
  #sources = null;

  /** `onRehearsal(workload)` is given a small one, once the Worker has taken it through everything. */
  constructor(compiled, onRehearsal) {
    this.#compiled = compiled;
    this.#onRehearsal = onRehearsal;
    this.#start();
  }

  #start() {
    this.#worker = startWorker('worker');
    this.#worker.addEventListener('message', (event) => this.#receive(event.data));
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail({ message: 'The analysis stopped unexpectedly.', where: event.message ?? '', advice: 'Try again; the command line handles larger models.' });
    });
    this.#worker.postMessage({ type: 'start', compiled: this.#compiled });
    if (this.#sources) this.attachSources(this.#sources);
  }

  // A Worker that trapped, or is still busy, is of no further use.
  #restart() {
    this.#worker.terminate();
    this.#open = null;
    this.#start();
  }

  #fail(error) {
    const job = this.#job;
    this.#job = null;
    this.#restart();
    job?.reject(new EngineError(error));
  }

  #receive(message) {
    if (message.type === 'rehearsal') {
      this.#onRehearsal(message.workload);
      return;
    }
    const job = this.#job;
    if (!job || message.id !== job.id) return;
    if (message.type === 'progress') {
      job.onProgress?.(message.offset, message.size);
      return;
    }
    if (message.type === 'crashed') {
      this.#fail(message.error);
      return;
    }
    this.#job = null;
    if (message.type === 'failed') job.reject(new EngineError(message.error));
    else job.resolve(message);
  }

  #send(message, { onProgress, spare = false } = {}) {
    this.cancel();
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#job = { id, resolve, reject, onProgress, spare };
      this.#worker.postMessage({ ...message, id });
    });
  }

  /**
   * `model` is {file: File or Blob, name, member, neighbours}: `member` names a model inside an archive, `neighbours`
   * {name: bytes} are the files that came with it; both are optional. Gives {workload: Uint8Array, statistics}, or
   * {choices: [{name, bytes}]} when the file is an archive of several models and `member` names none.
   */
  async open(model, request, onProgress) {
    this.#open = null;
    const answer = await this.#send({ type: 'open', model, request }, { onProgress });
    if (!answer.choices) this.#open = model;
    return answer;
  }

  /** The workload of an opened model with other dimensions; reads the file again only when the Worker had to be replaced. */
  async resolve(model, request) {
    if (this.#open !== model) return this.open(model, request);
    return this.#send({ type: 'resolve', request });
  }

  /** The report (bytes) that answers a question about an opened model's graph; `request` opens it again where that is needed. */
  async ask(model, request, question) {
    if (this.#open !== model) await this.open(model, request);
    return (await this.#send({ type: 'ask', question })).document;
  }

  /** Likewise the JSON text that the command line prints of it. */
  async askJson(model, request, question) {
    if (this.#open !== model) await this.open(model, request);
    return (await this.#send({ type: 'ask-json', question })).json;
  }

  /** In spare time: what takes a model that is open at other batches; null when it is not open. */
  async otherSettings(model, question) {
    if (this.#open !== model || this.#job) return null;
    return (await this.#send({ type: 'other-settings', question }, { spare: true })).others;
  }

  /** The text of the files beside the page that are about devices and measurements. */
  attachSources(files) {
    this.#sources = files;
    this.#worker.postMessage({ type: 'sources', files });
  }

  cancel() {
    const job = this.#job;
    if (!job) return;
    this.#job = null;
    if (!job.spare) this.#restart(); // what nobody waits for is short: the Worker takes the next message after it
    job.reject(new Cancelled('cancelled'));
  }
}
