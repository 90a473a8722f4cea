// Draws off the page's thread, which would have to wait for the graphics side otherwise.

import { Renderer } from './renderer.js';

let renderer = null;

addEventListener('message', ({ data }) => {
  if (renderer) {
    renderer.show(data);
    return;
  }
  try {
    renderer = new Renderer(data, (at) => postMessage(at));
  } catch {
    // The page tries itself.
  }
  globalThis.whichchip = { canvas: data }; // for tests
  postMessage(renderer ? 'ready' : 'unable');
});
