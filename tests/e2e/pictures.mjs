// Pictures of the page held against those under version control, coarsely: a grid of grey levels, one for every square of pixels.
// What differs between versions of a browser or a figure of the catalogue moves few squares; what a reader would call broken
// (a plot that is gone, another theme, text over text) moves many.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

const SQUARE_PX = 8;
const DIFFERENT_LEVELS = 28; // of 255

/** A picture (PNG, as Playwright takes it) as {width, height, levels: one byte a square}; `page` decodes it. */
export async function coarse(page, png) {
  const { width, height, levels } = await page.evaluate(async ([base64, square]) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    const [columns, rows] = [Math.floor(bitmap.width / square), Math.floor(bitmap.height / square)];
    const found = [];
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) {
        const { data } = context.getImageData(x * square, y * square, square, square);
        let sum = 0;
        for (let i = 0; i < data.length; i += 4) sum += 0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2];
        found.push(Math.round(sum / (square * square)));
      }
    }
    return { width: columns, height: rows, levels: found };
  }, [png.toString('base64'), SQUARE_PX]);
  return { width, height, levels: Uint8Array.from(levels) };
}

/** The share of squares that differ visibly; 1 where the sizes do. */
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  a.levels.forEach((level, i) => { if (Math.abs(level - b.levels[i]) > DIFFERENT_LEVELS) count += 1; });
  return count / a.levels.length;
}

// --- as grey PNG files, so that they can be looked at -------------------------------------------------------------------

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(type, body) {
  const out = Buffer.alloc(12 + body.length);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, 'latin1');
  body.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
}

export function save(path, { width, height, levels }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8; // bits; colour type 0: grey
  const rows = Buffer.alloc((width + 1) * height); // each after the number of its filter: 0, none
  for (let y = 0; y < height; y += 1) rows.set(levels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]));
}

/** A file that `save` wrote. */
export function load(path) {
  const file = readFileSync(path);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const start = file.indexOf('IDAT', 0, 'latin1');
  const rows = inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4)));
  const levels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) levels.set(rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width);
  return { width, height, levels };
}
