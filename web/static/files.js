// Ways for a file to come in: dropped anywhere, chosen, or pasted.

import { byId } from './dom.js';

export function acceptFiles(open) {
  const overlay = byId('drop-overlay');
  const chooser = byId('file');
  const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
  let depth = 0;
  const show = (on) => {
    overlay.hidden = !on;
    document.body.classList.toggle('dragging', on);
  };

  addEventListener('dragenter', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth += 1;
    show(true);
  });
  addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  addEventListener('dragleave', (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) show(false);
  });
  addEventListener('drop', (event) => {
    depth = 0;
    show(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    open(pick(files));
  });
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) open(pick(files));
  });
  chooser.addEventListener('change', () => {
    if (chooser.files.length > 0) open(chooser.files[0]);
    chooser.value = ''; // the same file may be chosen again
  });
  byId('open').addEventListener('click', () => chooser.click());
  byId('drop-zone').addEventListener('click', () => chooser.click());
}

// A model dropped together with its external weights: the model is the one to read.
function pick(files) {
  return files.find((file) => /\.onnx$/i.test(file.name)) ?? files[0];
}
