// Draws by WebGL 2.

// Dear ImGui smooths its own edges. What was drawn stays, so that only what differs is drawn over it.
const CONTEXT = { alpha: false, depth: false, stencil: false, antialias: false, preserveDrawingBuffer: true, powerPreference: 'low-power' };
const VERTEX_BYTES = 20; // place: 2 floats, place in the texture: 2 floats, colour: 4 bytes
const ATTRIBUTES = [['place', 2, 'FLOAT', false, 0], ['spot', 2, 'FLOAT', false, 8], ['colour', 4, 'UNSIGNED_BYTE', true, 16]];

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

export class WebGlSurface {
  #gl;
  #size;

  constructor(canvas, onRestored) {
    this.#gl = canvas.getContext('webgl2', CONTEXT);
    if (!this.#gl) throw new Error('no WebGL 2');
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      this.#prepare();
      onRestored();
    });
    this.#prepare();
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
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  update({ whole, x, y, width, height, pixels }) {
    const gl = this.#gl;
    if (whole) gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, height, 0, gl.RED, gl.UNSIGNED_BYTE, pixels);
    else gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, gl.RED, gl.UNSIGNED_BYTE, pixels);
  }

  draw({ width, height, vertices }, indices, parts) {
    const gl = this.#gl;
    const clip = ([left, top, right, bottom]) => gl.scissor(left, height - bottom, right - left, bottom - top);
    gl.viewport(0, 0, width, height);
    gl.uniform2f(this.#size, width, height);
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STREAM_DRAW);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STREAM_DRAW);
    for (const { box, ground, draws } of parts) {
      clip(box);
      gl.clearColor((ground & 255) / 255, ((ground >> 8) & 255) / 255, ((ground >> 16) & 255) / 255, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      for (const { base, first, count, scissor } of draws) {
        ATTRIBUTES.forEach(([, numbers, type, scaled, offset], index) => gl.vertexAttribPointer(index, numbers, gl[type], scaled, VERTEX_BYTES, base * VERTEX_BYTES + offset));
        clip(scissor);
        gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, first * 4);
      }
    }
    return !gl.isContextLost();
  }
}
