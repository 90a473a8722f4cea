// What a picture is drawn by: the graphics card through WebGL, or the processor where there is none.

import { SoftwareSurface } from './software_surface.js';
import { WebGlSurface } from './webgl_surface.js';

// Renderers that emulate a graphics card. They take microseconds a triangle and milliseconds to give a picture back.
const EMULATION = /swiftshader|llvmpipe|softpipe|software|basic render/i;

function hasGraphicsCard() {
  const canvas = globalThis.OffscreenCanvas ? new OffscreenCanvas(1, 1) : document.createElement('canvas');
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !EMULATION.test(name);
}

/**
 * `by` is 'webgl', 'software' or anything else for what suits the machine. `onRestored` is called when the surface has lost all that stood on it
 * and what it was given. A surface has update(update, texture), where `texture` holds the whole of it already, and draw(picture, indices, parts)
 * with what Plan.partsOf() gave, which is false when nothing can be drawn just now. Throws where nothing can draw.
 */
export function makeSurface(canvas, by, onRestored) {
  const Surface = by === 'webgl' || (by !== 'software' && hasGraphicsCard()) ? WebGlSurface : SoftwareSurface;
  return new Surface(canvas, onRestored);
}
