// Where pictures are drawn: in a Worker, or on the page in browsers whose Workers cannot, and when the Worker is gone. By what: surface.js,
// unless the address says `?draw=webgl` or `?draw=software`.

import { startWorker } from './place.js';

const ASKED = new URLSearchParams(location.search).get('draw');
const PATIENCE_MS = 10_000; // a Worker that is given a picture and is silent for so long is gone

const buffersOf = ({ texture, vertices, indices, commands }) => [...texture.map(({ pixels }) => pixels), vertices, indices, commands].map(({ buffer }) => buffer);

// What was handed over to a Worker does not come back.
function replaceCanvas(drawing) {
  const again = drawing.canvas.cloneNode();
  drawing.canvas.replaceWith(again);
  drawing.canvas = again;
}

async function inWorker(drawing) {
  const worker = startWorker('drawing_worker');
  const offscreen = drawing.canvas.transferControlToOffscreen();
  const able = await new Promise((resolve) => {
    worker.onerror = () => resolve(false);
    worker.onmessage = ({ data }) => resolve(data === 'ready');
    worker.postMessage({ canvas: offscreen, by: ASKED }, [offscreen]);
  });
  let silence = 0;
  const leave = () => {
    clearTimeout(silence);
    worker.terminate();
    drawing.show = () => {}; // all is given again to who comes next
    replaceCanvas(drawing);
    return onPage(drawing);
  };
  if (!able) return leave();
  const lost = async () => drawing.onLost(await leave());
  worker.onerror = (event) => {
    event.preventDefault();
    lost();
  };
  worker.onmessage = ({ data }) => {
    clearTimeout(silence);
    drawing.onDrawn(data);
  };
  drawing.show = (picture) => {
    silence = setTimeout(lost, PATIENCE_MS);
    worker.postMessage(picture, buffersOf(picture));
  };
  return drawing;
}

async function onPage(drawing) {
  const { Renderer } = await import('./renderer.js');
  try {
    const renderer = new Renderer(drawing.canvas, ASKED, (at) => drawing.onDrawn(at));
    drawing.show = (picture) => renderer.show(picture);
    return drawing;
  } catch {
    return null;
  }
}

/**
 * {canvas, show(picture), onDrawn, onLost}; null where nothing can draw. The canvas may be another one than was given. The caller sets
 * `onDrawn(at)`, which is called when a picture has left for the screen, and `onLost`: what stood on the canvas is gone, texture and all, and
 * there is another canvas; it is given the drawing, or null where nothing can be drawn any more.
 */
export function startDrawing(canvas) {
  const drawing = { canvas, show: null, onDrawn: null, onLost: null };
  return canvas.transferControlToOffscreen ? inWorker(drawing) : onPage(drawing);
}
