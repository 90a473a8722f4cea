// Model files for tests: full-weight twins of the weightless samples, and files that are no models.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SAMPLES } from './browser.mjs';

export const sample = (name) => readFileSync(join(SAMPLES, `${name}.onnx`));

function readVarint(bytes, at) {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = bytes[at++];
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return [Number(value), at];
  }
}

export function varint(value) {
  const out = [];
  let rest = BigInt(value);
  do {
    const byte = Number(rest & 127n);
    rest >>= 7n;
    out.push(rest > 0n ? byte | 128 : byte);
  } while (rest > 0n);
  return Buffer.from(out);
}

/** The fields of a message: {number, wire, start, end of the whole, body}. */
function* fields(bytes) {
  for (let at = 0; at < bytes.length;) {
    const start = at;
    let key;
    [key, at] = readVarint(bytes, at);
    const wire = key & 7;
    let length = wire === 1 ? 8 : wire === 5 ? 4 : 0;
    if (wire === 0) [, at] = readVarint(bytes, at);
    if (wire === 2) [length, at] = readVarint(bytes, at);
    const body = bytes.subarray(at, at + length);
    at += length;
    yield { number: key >> 3, wire, whole: bytes.subarray(start, at), body };
  }
}

const delimited = (number, parts) => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [varint(number * 8 + 2), varint(length), ...parts];
};

function rewrite(bytes, number, change) {
  const out = [];
  for (const field of fields(bytes)) {
    if (field.number === number) out.push(...delimited(number, change(field.body)));
    else out.push(field.whole);
  }
  return out;
}

// TensorProto: raw_data 9, external_data 13, data_location 14.
function inflateTensor(tensor) {
  const kept = [];
  let length = 0;
  for (const field of fields(tensor)) {
    if (field.number === 13) {
      const [key, value] = [...fields(field.body)].map(({ body }) => body.toString());
      if (key === 'length') length = Number(value);
    } else if (field.number !== 14) {
      kept.push(field.whole);
    }
  }
  return length > 0 ? [...kept, ...delimited(9, [Buffer.alloc(length, 0x3d)])] : [tensor];
}

/** The same model with every absent weight present. */
export function inflate(model) {
  return Buffer.concat(rewrite(model, 7, (graph) => rewrite(graph, 5, inflateTensor)));
}

const text = (number, value) => delimited(number, [Buffer.from(value)]);
const number = (field, value) => [varint(field * 8), varint(value)];
const tensorType = (...dims) => delimited(1, [...number(1, 1), ...delimited(2, dims.flatMap((dim) => delimited(1, number(1, dim))))]);
const valueInfo = (field, name, ...dims) => delimited(field, [...text(1, name), ...delimited(2, tensorType(...dims))]);

/** A model of one layer, y = x · w, under these names. */
export function oneLayer({ graph, layer, input, output }) {
  const node = delimited(1, [...text(1, input), ...text(1, 'w'), ...text(2, output), ...text(3, layer), ...text(4, 'MatMul')]);
  const weight = delimited(5, [...number(1, 256), ...number(1, 128), ...number(2, 1), ...text(8, 'w'), ...delimited(9, [Buffer.alloc(256 * 128 * 4)])]);
  const body = [...node, ...text(2, graph), ...weight, ...valueInfo(11, input, 1, 256), ...valueInfo(12, output, 1, 128)];
  return Buffer.concat([...number(1, 8), ...delimited(7, body), ...delimited(8, [...text(1, ''), ...number(2, 17)])]);
}

const random = (length) => {
  let state = 12345;
  return Buffer.from({ length }, () => (state = (state * 1103515245 + 12345) % 2147483648) >> 16);
};

/** [file name, bytes, what the message must say] */
export const NOT_MODELS = [
  ['empty.onnx', Buffer.alloc(0), /empty/i],
  ['truncated.onnx', sample('resnet50').subarray(0, 20_000), /truncated|ends|cut|incomplete|missing/i],
  ['random.onnx', random(5_000), /not an ONNX|no ONNX|not a/i],
  ['picture.png', Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000', 'hex'), /PNG/i],
  ['archive.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), /zip/i],
  ['page.html', Buffer.from('<!DOCTYPE html><html><body>404 not found</body></html>'), /web page|HTML/i],
  ['pointer.onnx', Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 102400000\n'), /LFS/],
];
