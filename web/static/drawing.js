// Where pictures are drawn: in a Worker, or on the page in browsers whose Workers cannot.

import { startWorker } from './place.js';

const buffersOf = ({ texture, vertices, indices, commands }) => [...texture.map(({ pixels }) => pixels), vertices, indices, commands].map(({ buffer }) => buffer);

async function inWorker(canvas) {
  const worker = startWorker('drawing_worker');
  const offscreen = canvas.transferControlToOffscreen();
  const drawing = { canvas, onDrawn: null, show: (picture) => worker.postMessage(picture, buffersOf(picture)) };
  const able = await new Promise((resolve) => {
    worker.addEventListener('error', () => resolve(false));
    worker.addEventListener('message', ({ data }) => {
      if (data === 'drawn') drawing.onDrawn();
      else resolve(data === 'ready');
    });
    worker.postMessage(offscreen, [offscreen]);
  });
  if (able) return drawing;
  worker.terminate();
  return null;
}

async function onPage(canvas) {
  const { Renderer } = await import('./renderer.js');
  try {
    const renderer = new Renderer(canvas, () => drawing.onDrawn());
    const drawing = { canvas, onDrawn: null, show: (picture) => renderer.show(picture) };
    return drawing;
  } catch {
    return null;
  }
}

/**
 * {canvas, show(picture), onDrawn}: `onDrawn`, which the caller sets, is called when a picture has left for the screen. null where there is
 * no WebGL 2. The canvas may be another one than was given.
 */
export async function startDrawing(canvas) {
  if (!canvas.transferControlToOffscreen) return onPage(canvas);
  const drawing = await inWorker(canvas);
  if (drawing) return drawing;
  const again = canvas.cloneNode(); // what was handed over does not come back
  canvas.replaceWith(again);
  return onPage(again);
}
