// Draws pictures, as the engine gives them (web/platform/picture_message.h), on a canvas: in a Worker of its own, or on the page where a
// Worker cannot. It keeps the texture and the last picture, so that a lost graphics context comes back by itself.

import { Plan } from './damage.js';
import { makeSurface } from './surface.js';

const LONGEST_WAIT_MS = 100;

export class Renderer {
  #canvas;
  #surface;
  #answer;
  #texture = null; // the update that gave the whole of it, with all that came since
  #picture = null;
  #shown = null; // the plan of what stands on the canvas

  /** `by` as makeSurface() takes it; `answer(at)` is called when a picture has left for the screen, `at` in ms since 1970. Throws where nothing can draw. */
  constructor(canvas, by, answer) {
    this.#canvas = canvas;
    this.#answer = answer;
    this.#surface = makeSurface(canvas, by, () => {
      this.#shown = null;
      if (this.#picture) this.#show([this.#texture]);
    });
  }

  /** Takes the picture's buffers over. */
  show(picture) {
    this.#picture = picture;
    for (const update of picture.texture) this.#keep(update);
    if (picture.texture.some(({ whole }) => whole)) this.#shown = null; // all that stands there has other places in it
    this.#show(picture.texture);
  }

  #show(updates) {
    for (const update of updates) this.#surface.update(update, this.#texture);
    this.#draw();
  }

  #keep(update) {
    if (update.whole) {
      this.#texture = update;
      return;
    }
    const kept = this.#texture;
    const { x, y, width, height, pixels } = update;
    for (let row = 0; row < height; row += 1) kept.pixels.set(pixels.subarray(row * width, (row + 1) * width), (y + row) * kept.width + x);
  }

  // Only where it differs from what stands there.
  #draw() {
    const plan = new Plan(this.#picture);
    const { width, height } = this.#picture;
    const regions = this.#shown?.isLike(plan) ? plan.differences(this.#shown) : plan.whole;
    this.#shown = plan;
    // Setting a size clears the canvas: only now, when it is drawn anew.
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const indices = [];
    const parts = [];
    for (const region of regions) plan.partsOf(region, indices, parts);
    if (this.#surface.draw(this.#picture, Uint32Array.from(indices), parts)) this.#tell();
  }

  // The browser takes the picture at its next frame and not before the graphics side has done it. A page that nobody sees has no frames.
  #tell() {
    let told = false;
    const tell = () => {
      if (!told) this.#answer(performance.timeOrigin + performance.now());
      told = true;
    };
    requestAnimationFrame(() => setTimeout(tell));
    setTimeout(tell, LONGEST_WAIT_MS);
  }
}
