// Types of the whichchip module. The documents are described by JSON Schemas: docs/schema of the source.

/** code: 2 bad usage, 3 bad model, 4 bad hardware file, 5 internal. */
export class WhichchipError extends Error {
  readonly name: 'WhichchipError';
  readonly code: 2 | 3 | 4 | 5;
  /** The option, node or place in the file; may be empty. */
  readonly where: string;
  /** What to do; may be empty. */
  readonly advice: string;
}

export type Precision = 'auto' | 'fp64' | 'fp32' | 'tf32' | 'fp16' | 'bf16' | 'fp8' | 'int16' | 'int8' | 'fp4' | 'int4';
export type DeviceClass = 'CPU' | 'GPU' | 'TPU' | 'KPU' | 'NPU' | 'DSP' | 'DPU' | 'CGRA';

/** The options of the command line, by the same names and with the same defaults. */
export interface Options {
  /** What the model is called in the answer; a File has a name of its own. */
  name?: string;
  /** One of several models inside an archive. */
  member?: string;
  /** Device keys, "ID" or "ID@MODE"; they override `deployment`. */
  hardware?: string | string[];
  /** A set of the catalogue, or "all". */
  deployment?: string;
  class?: DeviceClass | DeviceClass[];
  batch?: number;
  /** Free dimensions of the model: {seq: 384}. */
  dims?: Record<string, number>;
  /** Operators without a rule, counted like others: "com.example.Frobnicate=Gelu". */
  'cost-like'?: string | string[];
  phase?: 'prefill' | 'decode';
  precision?: Precision;
  runtime?: 'engine' | 'graph' | 'eager';
  timing?: 'device' | 'end-to-end';
  boundary?: 'chip' | 'board' | 'wall';
  sort?: 'latency' | 'throughput' | 'power' | 'efficiency' | 'energy' | 'cost' | 'carbon' | 'memory';
  level?: 'summary' | 'detailed' | 'subgraph';
  baseline?: string;
  /** What if: figures of devices changed, "T4.memory.bandwidth=640". */
  set?: string | string[];
  /** Requests a second, for the energy of a device that is dedicated to them. */
  rate?: number | string;
}

/** Bytes are answered at once; a File or Blob at once in a Worker, by a promise elsewhere: `await` serves all. */
export interface Analysis {
  (model: Uint8Array | ArrayBuffer, options?: Options): string;
  (model: Blob, options?: Options): string | Promise<string>;
}

export interface Whichchip {
  readonly version: string;
  /** whichchip.inspect/1: what the model consists of, without hardware. */
  inspect: Analysis;
  /** whichchip.compare/1: the devices ranked. */
  compare: Analysis;
  /** whichchip.energy/1: energy event by event; names `hardware`. */
  energy: Analysis;
  /** whichchip.hardware/1: the catalogue with the source of every figure. */
  hardware(): string;
}

/** `moduleOptions` go to the Emscripten factory: locateFile, wasmBinary, instantiateWasm. */
export function createWhichchip(moduleOptions?: object): Promise<Whichchip>;
