// Draws pictures, as the engine gives them (web/platform/picture_message.h), on a canvas with WebGL 2: in a Worker of its own, or on
// the page where a Worker cannot. It keeps the texture and the last picture, so that a lost graphics context comes back by itself.

import { Plan } from './damage.js';

// Dear ImGui smooths its own edges. What was drawn stays, so that only what differs is drawn over it.
const CONTEXT = { alpha: false, depth: false, stencil: false, antialias: false, preserveDrawingBuffer: true, powerPreference: 'low-power' };
const VERTEX_BYTES = 20; // place: 2 floats, place in the texture: 2 floats, colour: 4 bytes
const ATTRIBUTES = [['place', 2, 'FLOAT', false, 0], ['spot', 2, 'FLOAT', false, 8], ['colour', 4, 'UNSIGNED_BYTE', true, 16]];
const LONGEST_WAIT_MS = 100;

const VERTEX_SHADER = `#version 300 es
uniform vec2 size;
in vec2 place, spot;
in vec4 colour;
out vec2 at;
out vec4 ink;
void main() {
  at = spot;
  ink = colour;
  gl_Position = vec4(place.x * 2.0 / size.x - 1.0, 1.0 - place.y * 2.0 / size.y, 0, 1);
}`;
const FRAGMENT_SHADER = `#version 300 es
precision mediump float;
uniform sampler2D covered;
in vec2 at;
in vec4 ink;
out vec4 colour;
void main() { colour = vec4(ink.rgb, ink.a * texture(covered, at).r); }`;

export class Renderer {
  #canvas;
  #gl;
  #answer;
  #texture = null; // the update that gave the whole of it, with all that came since
  #picture = null;
  #shown = null; // the plan of what stands on the canvas
  #size;

  /** `answer(at)` is called when a picture has left for the screen, `at` in ms since 1970. Throws where there is no WebGL 2. */
  constructor(canvas, answer) {
    this.#canvas = canvas;
    this.#answer = answer;
    this.#gl = canvas.getContext('webgl2', CONTEXT);
    if (!this.#gl) throw new Error('no WebGL 2');
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      this.#prepare();
      if (this.#picture) this.#show([this.#texture]);
    });
    this.#prepare();
  }

  /** Takes the picture's buffers over. */
  show(picture) {
    this.#picture = picture;
    for (const update of picture.texture) this.#keep(update);
    if (picture.texture.some(({ whole }) => whole)) this.#shown = null; // all that stands there has other places in it
    this.#show(picture.texture);
  }

  #show(updates) {
    for (const update of updates) this.#upload(update);
    this.#draw();
  }

  #prepare() {
    const gl = this.#gl;
    const program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX_SHADER], [gl.FRAGMENT_SHADER, FRAGMENT_SHADER]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    ATTRIBUTES.forEach(([name], index) => gl.bindAttribLocation(program, index, name));
    gl.linkProgram(program);
    gl.useProgram(program);
    this.#size = gl.getUniformLocation(program, 'size');
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    for (const index of ATTRIBUTES.keys()) gl.enableVertexAttribArray(index);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.enable(gl.SCISSOR_TEST);
    gl.enable(gl.BLEND);
    this.#shown = null;
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
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

  #upload({ whole, x, y, width, height, pixels }) {
    const gl = this.#gl;
    if (whole) gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, height, 0, gl.RED, gl.UNSIGNED_BYTE, pixels);
    else gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, gl.RED, gl.UNSIGNED_BYTE, pixels);
  }

  // Only where it differs from what stands there.
  #draw() {
    const gl = this.#gl;
    const plan = new Plan(this.#picture);
    const { width, height, vertices } = this.#picture;
    const regions = this.#shown?.isLike(plan) ? plan.differences(this.#shown) : plan.whole;
    this.#shown = plan;
    // Setting a size clears the canvas: only now, when it is drawn anew.
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    gl.viewport(0, 0, width, height);
    gl.uniform2f(this.#size, width, height);
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STREAM_DRAW);
    const indices = [];
    const parts = [];
    for (const region of regions) plan.partsOf(region, indices, parts);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(indices), gl.STREAM_DRAW);
    for (const { box, ground, draws } of parts) {
      this.#clip(box);
      gl.clearColor((ground & 255) / 255, ((ground >> 8) & 255) / 255, ((ground >> 16) & 255) / 255, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      for (const { base, first, count, scissor } of draws) {
        ATTRIBUTES.forEach(([, numbers, type, scaled, offset], index) => gl.vertexAttribPointer(index, numbers, gl[type], scaled, VERTEX_BYTES, base * VERTEX_BYTES + offset));
        this.#clip(scissor);
        gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, first * 4);
      }
    }
    if (!gl.isContextLost()) this.#tell();
  }

  #clip([left, top, right, bottom]) {
    this.#gl.scissor(left, this.#picture.height - bottom, right - left, bottom - top);
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
