// Draws by the processor, on a canvas of pixels: where WebGL is emulated, in a fraction of the emulation's time, and where it is missing.
//
// The rules are those of the graphics card: a triangle covers the pixels whose middles are in it, what its corners have changes evenly between
// them, the texture is read between the middles of its texels, and colours are mixed by opacity. Most of what Dear ImGui draws are rectangles of
// one colour, with letters or without; they are told apart from other triangles and need no arithmetic per pixel but the mixing.

import { Raster } from './raster.js';

export class SoftwareSurface {
  #context;
  #raster = null;
  #texture = null;

  constructor(canvas, onRestored) {
    this.#context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!this.#context) throw new Error('no canvas of pixels');
    canvas.addEventListener('contextrestored', () => onRestored());
  }

  update(_, texture) {
    this.#texture = texture;
  }

  draw(picture, indices, parts) {
    const { width, height } = picture;
    if (this.#raster?.width !== width || this.#raster.height !== height) this.#raster = new Raster(width, height);
    const raster = this.#raster;
    raster.take(picture, indices, this.#texture);
    const image = new ImageData(raster.bytes, width, height);
    for (const { box, ground, draws } of parts) {
      raster.clear(box, ground);
      for (const draw of draws) raster.draw(draw);
      const [left, top, right, bottom] = box;
      this.#context.putImageData(image, 0, 0, left, top, right - left, bottom - top);
    }
    return !this.#context.isContextLost?.();
  }
}
