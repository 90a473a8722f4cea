// Triangles on pixels, by the processor. Much of it is written out that could be said shorter: the first picture after a start is drawn before
// the browser has compiled any of it, when every array and every closure costs as much as a letter.

const CORNER_WORDS = 5; // x, y, u, v as floats, and the colour
const ALIGNED = 1 / 64; // of a texel: nearer than that to a texel's middle, the texel itself is read
const RED_BLUE = 0xff00ff;
const OPAQUE = 0xff000000;

// Of a triangle's shades.
const U = 0;
const V = 3;
const RED = 6;
const GREEN = 9;
const BLUE = 12;
const ALPHA = 15;
const SHADES = 6;

// `colour` over `below`, both 0xaabbggrr, by a weight of 0 to 256.
function mixed(below, colour, weight) {
  const rest = 256 - weight;
  const redBlue = (Math.imul(below & RED_BLUE, rest) + Math.imul(colour & RED_BLUE, weight)) >>> 8;
  const green = (Math.imul((below >>> 8) & 255, rest) + Math.imul((colour >>> 8) & 255, weight)) & 0xff00;
  return OPAQUE | (redBlue & RED_BLUE) | green;
}

// 0 to 255 → 0 to 256, so that all of something is all of it.
const weightOf = (alpha) => alpha + (alpha >>> 7);

const byteOf = (value) => (value < 0 ? 0 : value > 255 ? 255 : (value + 0.5) | 0);

// The first pixel whose middle is at or behind a place.
const firstAt = (place) => Math.ceil(place - 0.5);

export class Raster {
  #pixels;
  #places; // of the corners, in words
  #words;
  #indices;
  #texels;
  #textureWidth;
  #textureHeight;
  #clip = [0, 0, 0, 0]; // left, top, right, bottom
  // Of the triangle's three edges from above to below: the upper y, the x there, x per y, the lower y.
  #edges = new Float64Array(12);
  // What changes between its corners: value at the origin, change per column, change per row.
  #shades = new Float64Array(3 * SHADES);

  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.bytes = new Uint8ClampedArray(width * height * 4);
    this.#pixels = new Uint32Array(this.bytes.buffer);
  }

  /** What the next draws are of. */
  take({ vertices }, indices, texture) {
    this.#places = new Float32Array(vertices.buffer);
    this.#words = new Uint32Array(vertices.buffer);
    this.#indices = indices;
    this.#texels = texture.pixels;
    this.#textureWidth = texture.width;
    this.#textureHeight = texture.height;
  }

  clear([left, top, right, bottom], ground) {
    const { width } = this;
    const colour = (ground | OPAQUE) >>> 0;
    for (let row = top; row < bottom; row += 1) this.#pixels.fill(colour, row * width + left, row * width + right);
  }

  /** Triangles `first` to `first + count` of the indices, from the corner `base` on, where the scissor lets them. */
  draw({ base, first, count, scissor }) {
    const indices = this.#indices;
    const end = first + count;
    this.#clip = scissor;
    for (let i = first; i < end; i += 3) {
      const a = (base + indices[i]) * CORNER_WORDS;
      const b = (base + indices[i + 1]) * CORNER_WORDS;
      const c = (base + indices[i + 2]) * CORNER_WORDS;
      const paired = i + 3 < end && indices[i + 3] === indices[i] && indices[i + 4] === indices[i + 2];
      if (paired && this.#rectangle(a, b, c, (base + indices[i + 5]) * CORNER_WORDS)) i += 3;
      else this.#triangle(a, b, c);
    }
  }

  // False when these four are not an upright rectangle of one colour.
  #rectangle(a, b, c, d) {
    const at = this.#places;
    const words = this.#words;
    const x0 = at[a];
    const y0 = at[a + 1];
    const x1 = at[c];
    const y1 = at[c + 1];
    const u0 = at[a + 2];
    const v0 = at[a + 3];
    const u1 = at[c + 2];
    const v1 = at[c + 3];
    const colour = words[a + 4];
    if (at[b] !== x1 || at[b + 1] !== y0 || at[d] !== x0 || at[d + 1] !== y1 || x0 > x1 || y0 > y1) return false;
    if (at[b + 2] !== u1 || at[b + 3] !== v0 || at[d + 2] !== u0 || at[d + 3] !== v1) return false;
    if (words[b + 4] !== colour || words[c + 4] !== colour || words[d + 4] !== colour) return false;
    const clip = this.#clip;
    const left = Math.max(clip[0], firstAt(x0));
    const top = Math.max(clip[1], firstAt(y0));
    const right = Math.min(clip[2], firstAt(x1));
    const bottom = Math.min(clip[3], firstAt(y1));
    if (left >= right || top >= bottom) return true;
    if (u0 === u1 && v0 === v1) {
      const weight = this.#weight(a);
      if (weight === 0) return true;
      for (let row = top; row < bottom; row += 1) this.#span(row, left, right, colour, weight);
      return true;
    }
    const perColumn = (u1 - u0) * this.#textureWidth / (x1 - x0);
    const perRow = (v1 - v0) * this.#textureHeight / (y1 - y0);
    const firstU = u0 * this.#textureWidth + (left + 0.5 - x0) * perColumn - 0.5;
    const firstV = v0 * this.#textureHeight + (top + 0.5 - y0) * perRow - 0.5;
    for (let row = top; row < bottom; row += 1) this.#texturedSpan(row, left, right, colour, firstU, perColumn, firstV + (row - top) * perRow);
    return true;
  }

  // What a corner's colour covers at its place in the texture.
  #weight(corner) {
    const at = this.#places;
    return weightOf(byteOf((this.#words[corner + 4] >>> 24) * this.#coverage(at[corner + 2] * this.#textureWidth - 0.5, at[corner + 3] * this.#textureHeight - 0.5) / 255));
  }

  #span(row, left, right, colour, weight) {
    const pixels = this.#pixels;
    const start = row * this.width;
    if (weight === 256) {
      pixels.fill((colour | OPAQUE) >>> 0, start + left, start + right);
      return;
    }
    for (let i = start + left; i < start + right; i += 1) pixels[i] = mixed(pixels[i], colour, weight);
  }

  // `v` is the same in a row of an upright rectangle: where it is at a row of texels, two of them are read for a pixel and not four.
  #texturedSpan(row, left, right, colour, firstU, perColumn, v) {
    const pixels = this.#pixels;
    const texels = this.#texels;
    const upper = Math.floor(v + ALIGNED);
    const alpha = (colour >>> 24) / 255;
    const start = row * this.width;
    const line = upper * this.#textureWidth;
    if (v - upper > ALIGNED || upper < 0) {
      for (let x = left, u = firstU; x < right; x += 1, u += perColumn) {
        const weight = weightOf(byteOf(alpha * this.#coverage(u, v)));
        if (weight > 0) pixels[start + x] = mixed(pixels[start + x], colour, weight);
      }
      return;
    }
    for (let x = left, u = firstU; x < right; x += 1, u += perColumn) {
      const column = Math.floor(u);
      const texel = texels[line + column];
      const next = texels[line + column + 1];
      if (texel === 0 && next === 0) continue;
      const weight = weightOf((alpha * (texel + (next - texel) * (u - column)) + 0.5) | 0);
      pixels[start + x] = mixed(pixels[start + x], colour, weight);
    }
  }

  // The texture between its texels, 0 to 255; `u` and `v` are counted from the middle of the first texel.
  #coverage(u, v) {
    const width = this.#textureWidth;
    const texels = this.#texels;
    const x = Math.min(Math.max(u, 0), width - 1);
    const y = Math.min(Math.max(v, 0), this.#textureHeight - 1);
    const column = Math.floor(x);
    const row = Math.floor(y);
    const across = x - column;
    const down = y - row;
    const upper = row * width + column;
    const lower = down > 0 ? upper + width : upper;
    const step = across > 0 ? 1 : 0;
    const above = texels[upper] + (texels[upper + step] - texels[upper]) * across;
    const below = texels[lower] + (texels[lower + step] - texels[lower]) * across;
    return above + (below - above) * down;
  }

  // From above to below, so that neighbours find the same pixels on either side.
  #edge(slot, from, to) {
    const at = this.#places;
    const high = at[from + 1] < at[to + 1] ? from : to;
    const low = from + to - high;
    const edges = this.#edges;
    const drop = at[low + 1] - at[high + 1];
    edges[slot] = at[high + 1];
    edges[slot + 1] = at[high];
    edges[slot + 2] = drop > 0 ? (at[low] - at[high]) / drop : 0;
    edges[slot + 3] = at[low + 1];
  }

  #triangle(a, b, c) {
    const at = this.#places;
    const words = this.#words;
    const area = (at[b] - at[a]) * (at[c + 1] - at[a + 1]) - (at[c] - at[a]) * (at[b + 1] - at[a + 1]);
    const clip = this.#clip;
    const top = Math.max(clip[1], firstAt(Math.min(at[a + 1], at[b + 1], at[c + 1])));
    const bottom = Math.min(clip[3], firstAt(Math.max(at[a + 1], at[b + 1], at[c + 1])));
    if (area === 0 || top >= bottom) return;
    this.#edge(0, a, b);
    this.#edge(4, b, c);
    this.#edge(8, c, a);
    const edges = this.#edges;
    const colour = words[a + 4];
    const textured = at[a + 2] !== at[b + 2] || at[a + 2] !== at[c + 2] || at[a + 3] !== at[b + 3] || at[a + 3] !== at[c + 3];
    const plain = !textured && colour === words[b + 4] && colour === words[c + 4];
    const weight = plain ? this.#weight(a) : 0;
    if (!plain) this.#shade(a, b, c, area);
    for (let row = top; row < bottom; row += 1) {
      const middle = row + 0.5;
      let from = Infinity;
      let to = -Infinity;
      for (let edge = 0; edge < 12; edge += 4) {
        if (middle < edges[edge] || middle >= edges[edge + 3]) continue;
        const x = edges[edge + 1] + (middle - edges[edge]) * edges[edge + 2];
        if (x < from) from = x;
        if (x > to) to = x;
      }
      const left = Math.max(clip[0], firstAt(from));
      const right = Math.min(clip[2], firstAt(to));
      if (left >= right) continue;
      if (plain) this.#span(row, left, right, colour, weight);
      else this.#shadedSpan(row, left, right, textured);
    }
  }

  #shade(a, b, c, area) {
    const at = this.#places;
    const words = this.#words;
    const width = this.#textureWidth;
    const height = this.#textureHeight;
    this.#plane(U, a, b, c, area, at[a + 2] * width - 0.5, at[b + 2] * width - 0.5, at[c + 2] * width - 0.5);
    this.#plane(V, a, b, c, area, at[a + 3] * height - 0.5, at[b + 3] * height - 0.5, at[c + 3] * height - 0.5);
    for (let slot = RED, shift = 0; slot <= ALPHA; slot += 3, shift += 8)
      this.#plane(slot, a, b, c, area, (words[a + 4] >>> shift) & 255, (words[b + 4] >>> shift) & 255, (words[c + 4] >>> shift) & 255);
  }

  #plane(slot, a, b, c, area, atA, atB, atC) {
    const at = this.#places;
    const perColumn = ((atB - atA) * (at[c + 1] - at[a + 1]) - (atC - atA) * (at[b + 1] - at[a + 1])) / area;
    const perRow = ((atC - atA) * (at[b] - at[a]) - (atB - atA) * (at[c] - at[a])) / area;
    const shades = this.#shades;
    shades[slot] = atA - perColumn * (at[a] - 0.5) - perRow * (at[a + 1] - 0.5);
    shades[slot + 1] = perColumn;
    shades[slot + 2] = perRow;
  }

  #shadedSpan(row, left, right, textured) {
    const pixels = this.#pixels;
    const s = this.#shades;
    const start = row * this.width;
    const still = textured ? 0 : this.#coverage(s[U] + s[U + 2] * row, s[V] + s[V + 2] * row);
    for (let x = left; x < right; x += 1) {
      const covered = textured ? this.#coverage(s[U] + s[U + 1] * x + s[U + 2] * row, s[V] + s[V + 1] * x + s[V + 2] * row) : still;
      const weight = weightOf(byteOf(byteOf(s[ALPHA] + s[ALPHA + 1] * x + s[ALPHA + 2] * row) * covered / 255));
      if (weight === 0) continue;
      const colour = byteOf(s[RED] + s[RED + 1] * x + s[RED + 2] * row) | (byteOf(s[GREEN] + s[GREEN + 1] * x + s[GREEN + 2] * row) << 8)
        | (byteOf(s[BLUE] + s[BLUE + 1] * x + s[BLUE + 2] * row) << 16);
      pixels[start + x] = mixed(pixels[start + x], colour, weight);
    }
  }
}
