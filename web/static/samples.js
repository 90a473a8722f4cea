// The sample models that ship with the page: cards on the start page and a menu in the bar.

import { byId, compact, element } from './dom.js';
import { pageFile } from './place.js';

const FOLDER = 'sample_models/';
// The best known first; the others follow in the manifest's order.
const FIRST = ['resnet50', 'mobilenet_v2', 'vit_b_16', 'bert_base', 'llama3_8b', 'efficientnet_b0', 'swin_t', 'gpt2'];
const CARDS = 8;

async function loadManifest() {
  const response = await pageFile(`${FOLDER}manifest.json`);
  const { models } = await response.json();
  const place = (model) => (FIRST.includes(model.name) ? FIRST.indexOf(model.name) : FIRST.length);
  return models.map((model, index) => ({ model, index })).sort((a, b) => place(a.model) - place(b.model) || a.index - b.index).map(({ model }) => model);
}

// "BERT-base (uncased, with pooler)" → "BERT-base"
const shortTitle = (model) => (model.title ?? model.name).replace(/\s*\(.*\)$/, '');

// "cnn" → "CNN", "vision transformer" → "Vision transformer"
const family = ({ family: name = '' }) => (name.length <= 4 ? name.toUpperCase() : name[0].toUpperCase() + name.slice(1));

/** The sample as a Blob, from this origin. */
export async function fetchSample(model) {
  const response = await pageFile(FOLDER + (model.file ?? `${model.name}.onnx`));
  return response.blob();
}

/** Shows them; gives their rows. */
export async function showSamples(open) {
  let models;
  try {
    models = await loadManifest();
  } catch {
    byId('samples').replaceChildren(element('li', {}, 'The samples could not be loaded. Drop a model of your own.'));
    return [];
  }
  byId('samples').replaceChildren(...models.slice(0, CARDS).map((model) =>
    element('li', {}, element('button', { type: 'button', dataset: { sample: model.name }, onclick: () => open(model) },
      element('span', { class: 'title' }, shortTitle(model)),
      element('span', { class: 'figures' }, family(model)),
      element('span', { class: 'figures' }, `${compact(model.macs, 'MAC')} · ${compact(model.parameters)} params`)))));
  const menu = byId('sample-menu');
  for (const model of models) menu.append(element('option', { value: model.name }, model.title ?? model.name));
  menu.addEventListener('change', () => {
    const model = models.find(({ name }) => name === menu.value);
    menu.value = '';
    if (model) open(model);
  });
  return models;
}
