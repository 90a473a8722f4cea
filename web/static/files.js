// Ways for a file to come in: dropped anywhere, chosen, or pasted.

import { byId } from './dom.js';

const MOST_FILES = 2000; // of a folder

async function filesBelow(entry, found) {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    found.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const each of entries) await filesBelow(each, found);
  }
}

/** The files of a drop, those inside folders among them. */
export async function filesAmong({ items, files }) {
  // Must be asked for before the event is over.
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return files;
  const found = [];
  for (const entry of entries) if (entry) await filesBelow(entry, found);
  return found;
}

/** Calls `open(files)` with one or more File objects that came together. */
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
    if (!carriesFiles(event)) return;
    event.preventDefault();
    filesAmong({ items: event.dataTransfer.items, files: [...event.dataTransfer.files] }).then((files) => {
      if (files.length > 0) open(files);
    });
  });
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) open(files);
  });
  chooser.addEventListener('change', () => {
    if (chooser.files.length > 0) open([...chooser.files]);
    chooser.value = ''; // the same file may be chosen again
  });
  byId('open').addEventListener('click', () => chooser.click());
  byId('drop-zone').addEventListener('click', () => chooser.click());
}

/** The models among files that came together; where there is none, the first file, so that it can be named. */
export function modelsAmong(files) {
  const models = files.filter((file) => /\.onnx$/i.test(file.name));
  return models.length > 0 ? models : files.slice(0, 1);
}

/** Sizes by name of the files beside `model`: weights, which are never opened. */
export function neighboursOf(model, files) {
  return Object.fromEntries(files.filter((file) => file !== model).map((file) => [file.name, file.size]));
}
