// Draws off the page's thread, which would have to wait for the graphics side otherwise.

import { Renderer } from './renderer.js';

let renderer = null;

addEventListener('message', ({ data }) => {
  if (renderer) {
    renderer.show(data);
    return;
  }
  try {
    renderer = new Renderer(data.canvas, data.by, (at) => postMessage(at));
  } catch {
    // The page tries itself.
  }
  globalThis.whichchip = { canvas: data.canvas }; // for tests
  postMessage(renderer ? 'ready' : 'unable');
});
