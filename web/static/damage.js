// What differs between two pictures, and what has to be drawn to mend it. Without a graphics card every triangle costs microseconds and
// every pixel nanoseconds, and after most changes most of a picture stays.

export const COMMAND_NUMBERS = 7;
const TILE_PX = 16;
const FULL_ENOUGH = 0.75; // a region is not cut when so much of it differs
const LEAST_GAP_TILES = 60; // nor for less: every region is a few more calls

// Multiplicative hashing (Knuth); by the shift the upper bits count below, too.
function mixed(hash, word) {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

const areaOf = ([left, top, right, bottom]) => (right - left) * (bottom - top);

/** A picture, as web/platform/picture_message.h has it, with the box in pixels that each triangle stands in and a digest of every tile. */
export class Plan {
  constructor(picture) {
    const { width, height, vertices, indices } = picture;
    this.picture = picture;
    this.columns = Math.ceil(width / TILE_PX);
    this.rows = Math.ceil(height / TILE_PX);
    this.places = new Float32Array(vertices.buffer);
    this.words = new Int32Array(vertices.buffer);
    this.corners = new Uint32Array(indices.buffer);
    this.boxes = new Int16Array(this.corners.length / 3 * 4); // left, top, right, bottom
    this.digests = new Int32Array(this.columns * this.rows);
    this.#measure();
  }

  /** `each(base, first, end, left, top, right, bottom)`: the vertex that the command's indices count from, its indices, its scissor. */
  eachCommand(each) {
    const { height, commands } = this.picture;
    for (let i = 0; i < commands.length; i += COMMAND_NUMBERS) {
      const [from, first, count, x, y, wide, high] = commands.subarray(i, i + COMMAND_NUMBERS);
      const top = height - y - high;
      each(from / 20, first / 4, first / 4 + count, x, top, x + wide, top + high);
    }
  }

  #measure() {
    const { columns, places, words, corners, boxes, digests } = this;
    const hashes = new Int32Array(words.length / 5);
    for (let vertex = 0, i = 0; vertex < hashes.length; vertex += 1) {
      let hash = 0;
      for (const end = i + 5; i < end; i += 1) hash = mixed(hash, words[i]);
      hashes[vertex] = hash;
    }
    this.eachCommand((base, first, end, ...clip) => {
      const [left, top, right, bottom] = [Math.max(clip[0], 0), Math.max(clip[1], 0), Math.min(clip[2], this.picture.width), Math.min(clip[3], this.picture.height)];
      const seed = clip.reduce(mixed, 0);
      // Written out: before the browser has compiled it, every array costs as much as a triangle.
      for (let i = first; i < end; i += 3) {
        const a = base + corners[i];
        const b = base + corners[i + 1];
        const c = base + corners[i + 2];
        const x0 = Math.max(left, Math.floor(Math.min(places[a * 5], places[b * 5], places[c * 5])));
        const y0 = Math.max(top, Math.floor(Math.min(places[a * 5 + 1], places[b * 5 + 1], places[c * 5 + 1])));
        const x1 = Math.min(right, Math.ceil(Math.max(places[a * 5], places[b * 5], places[c * 5])));
        const y1 = Math.min(bottom, Math.ceil(Math.max(places[a * 5 + 1], places[b * 5 + 1], places[c * 5 + 1])));
        if (x0 >= x1 || y0 >= y1) continue; // its box stays empty
        const box = i / 3 * 4;
        boxes[box] = x0;
        boxes[box + 1] = y0;
        boxes[box + 2] = x1;
        boxes[box + 3] = y1;
        const word = mixed(mixed(mixed(seed, hashes[a]), hashes[b]), hashes[c]);
        const pastColumn = Math.ceil(x1 / TILE_PX);
        const pastRow = Math.ceil(y1 / TILE_PX);
        for (let row = Math.floor(y0 / TILE_PX); row < pastRow; row += 1) {
          for (let tile = row * columns + Math.floor(x0 / TILE_PX); tile < row * columns + pastColumn; tile += 1) digests[tile] = mixed(digests[tile], word);
        }
      }
    });
  }

  /** Whether an earlier one differs by what is drawn only. */
  isLike({ picture: { width, height, ground } }) {
    const { picture } = this;
    return picture.width === width && picture.height === height && picture.ground === ground;
  }

  get whole() {
    return [[0, 0, this.picture.width, this.picture.height]];
  }

  /** [[left, top, right, bottom]]: few boxes, apart from one another, outside of which an earlier plan like this one gave the same picture. */
  differences(before) {
    const { columns, digests } = this;
    const differs = (column, row) => digests[row * columns + column] !== before.digests[row * columns + column];
    const boxes = [];
    const cut = (left, top, right, bottom) => {
      const inRow = (row) => {
        for (let column = left; column < right; column += 1) if (differs(column, row)) return true;
        return false;
      };
      const inColumn = (column) => {
        for (let row = top; row < bottom; row += 1) if (differs(column, row)) return true;
        return false;
      };
      while (top < bottom && !inRow(top)) top += 1;
      if (top === bottom) return;
      while (!inRow(bottom - 1)) bottom -= 1;
      while (!inColumn(left)) left += 1;
      while (!inColumn(right - 1)) right -= 1;
      let count = 0;
      for (let row = top; row < bottom; row += 1) for (let column = left; column < right; column += 1) count += differs(column, row);
      let widest = LEAST_GAP_TILES;
      let apart = null;
      if (count < FULL_ENOUGH * (right - left) * (bottom - top)) {
        for (let row = top, gap = 0; row < bottom; row += 1) {
          gap = inRow(row) ? 0 : gap + right - left;
          if (gap > widest) [widest, apart] = [gap, [[left, top, right, row], [left, row, right, bottom]]];
        }
        for (let column = left, gap = 0; column < right; column += 1) {
          gap = inColumn(column) ? 0 : gap + bottom - top;
          if (gap > widest) [widest, apart] = [gap, [[left, top, column, bottom], [column, top, right, bottom]]];
        }
      }
      if (apart) for (const part of apart) cut(...part);
      else boxes.push([left, top, right, bottom].map((side, i) => Math.min(side * TILE_PX, i % 2 ? this.picture.height : this.picture.width)));
    };
    cut(0, 0, columns, this.rows);
    return boxes;
  }

  // Where the triangles at `i` and behind it are a rectangle of one opaque colour, what of the box it hides; null where they are not.
  #hidden(i, base, [left, top, right, bottom]) {
    const { places, words, corners } = this;
    if (corners[i] !== corners[i + 3] || corners[i + 2] !== corners[i + 4]) return null;
    const [a, b, c, d] = [corners[i], corners[i + 1], corners[i + 2], corners[i + 5]].map((corner) => (base + corner) * 5);
    if (places[b] !== places[c] || places[b + 1] !== places[a + 1] || places[d] !== places[a] || places[d + 1] !== places[c + 1]) return null;
    // One place in the texture for all four: that is Dear ImGui's white pixel.
    if (words[a + 4] >>> 24 !== 255 || [b, c, d].some((each) => [2, 3, 4].some((word) => words[each + word] !== words[a + word]))) return null;
    return [Math.max(left, Math.ceil(places[a])), Math.max(top, Math.ceil(places[a + 1])), Math.min(right, Math.floor(places[c])), Math.min(bottom, Math.floor(places[c + 1]))];
  }

  /**
   * Adds what makes a box what it should be to `parts`: {box, ground, draws: [{base, first, count, scissor}]}, a colour and then triangles, whose
   * indices are added to `indices`. What an opaque rectangle hides is left out, and where one hides most of the box, the rest are parts of
   * their own.
   */
  partsOf(box, indices, parts) {
    const [left, top, right, bottom] = box;
    const { corners, boxes } = this;
    const start = indices.length;
    let { ground } = this.picture;
    let draws = [];
    let largest = areaOf(box) / 2;
    let hider = null;
    this.eachCommand((base, first, end, ...clip) => {
      const scissor = [Math.max(clip[0], left), Math.max(clip[1], top), Math.min(clip[2], right), Math.min(clip[3], bottom)];
      if (scissor[0] >= scissor[2] || scissor[1] >= scissor[3]) return;
      let from = indices.length;
      for (let i = first; i < end; i += 3) {
        const own = i / 3 * 4;
        const width = Math.min(right, boxes[own + 2]) - Math.max(left, boxes[own]);
        const height = Math.min(bottom, boxes[own + 3]) - Math.max(top, boxes[own + 1]);
        if (width <= 0 || height <= 0) continue;
        const hidden = width * height >= largest && i + 3 < end && this.#hidden(i, base, scissor);
        const area = hidden ? areaOf(hidden) : 0;
        if (area >= largest) {
          largest = area;
          hider = hidden;
          if (area === areaOf(box)) {
            ground = this.words[(base + corners[i]) * 5 + 4];
            draws = [];
            indices.length = from = start;
            i += 3;
            continue;
          }
        }
        indices.push(corners[i], corners[i + 1], corners[i + 2]);
      }
      if (indices.length > from) draws.push({ base, first: from, count: indices.length - from, scissor });
    });
    if (hider && largest < areaOf(box)) {
      const [x0, y0, x1, y1] = hider;
      const around = [hider, [left, top, right, y0], [left, y1, right, bottom], [left, y0, x0, y1], [x1, y0, right, y1]];
      indices.length = start;
      for (const each of around) if (each[0] < each[2] && each[1] < each[3]) this.partsOf(each, indices, parts);
      return;
    }
    parts.push({ box, ground, draws });
  }
}
