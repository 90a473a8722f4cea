// The page: files in, answers out. The shell works before the engine has arrived; a file that comes early waits for it.

import { Address } from './address.js';
import { CanvasView } from './canvas.js';
import { byId, compact, element } from './dom.js';
import { acceptFiles, modelsAmong, neighboursOf } from './files.js';
import { keepForOffline } from './offline.js';
import { Palette } from './palette.js';
import { pageFile } from './place.js';
import { showReport } from './report.js';
import { fetchSample, showSamples } from './samples.js';
import { SettingsForm } from './settings.js';
import { ShareDialog, saveFile } from './share.js';

const NARROW = matchMedia('(max-width: 760px)');

const state = {
  engine: null, // {page, reader, canvas} once loaded
  waiting: null, // what was opened before that
  // {file, name, sample, …} that is shown, as ModelReader.open takes it; file is null for the model of a link, sample '' for the
  // user's own
  model: null,
  samples: null, // promise of the manifest's rows
  addressed: null, // the model that the address bar names
  title: '', // what a link calls the view
  bindings: '', // the dimensions that it is shown with
  turn: 0, // counts the models opened
  resolving: false,
  wantsReport: false,
};

// --- messages ---------------------------------------------------------------------------------------------------------

const say = (text) => { byId('status').textContent = text; };

function clearAlerts() {
  byId('alerts').replaceChildren();
}

/** What, where, what to do; focus moves to it. */
function alertError(error, title = '') {
  const parts = [element('h2', {}, title || 'This did not work'), element('p', { class: 'what' }, sentence(error.message))];
  if (error.where) parts.push(element('p', { class: 'where' }, `Where: ${error.where}`));
  if (error.advice) parts.push(element('p', { class: 'advice' }, sentence(error.advice)));
  const card = element('div', { class: 'alert', role: 'alert', tabindex: -1 }, element('div', {}, ...parts),
    element('button', { type: 'button', onclick: clearAlerts }, 'Close'));
  byId('alerts').replaceChildren(card);
  card.focus();
}

function sentence(text) {
  const trimmed = String(text).trim();
  if (!trimmed) return '';
  const start = trimmed[0].toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

function showProgress(text, fraction = null) {
  byId('progress').hidden = false;
  byId('progress-text').textContent = text;
  if (fraction === null) byId('progress-bar').removeAttribute('value');
  else byId('progress-bar').value = fraction;
}

const hideProgress = () => { byId('progress').hidden = true; };

// --- views ------------------------------------------------------------------------------------------------------------

function chooseView() {
  const shown = state.model !== null;
  const explore = shown && state.engine?.canvas && !state.wantsReport && !NARROW.matches;
  document.body.dataset.view = !shown ? 'start' : explore ? 'explore' : 'report';
  byId('stage').hidden = !explore;
  byId('start').hidden = shown;
  byId('view-switch').hidden = !shown || !state.engine?.canvas;
  byId('share').hidden = !shown;
  byId('panels').hidden = !shown;
  byId('sample-menu').parentElement.hidden = !shown;
  for (const button of byId('view-switch').children)
    button.setAttribute('aria-pressed', String(button.dataset.viewChoice === (explore ? 'explore' : 'report')));
  if (explore) state.engine.canvas.wake();
}

/** Brings the HTML to the state that the engine is in. */
function refresh() {
  const { page, canvas } = state.engine;
  const view = JSON.parse(page.view());
  showTabs(view);
  settings.update(view, { fixed: state.model !== null && !state.model.file });
  showReport({ ...view, title: state.title }, {
    sort: (column) => change(() => page.sortBy(column)),
    select: (hardware) => change(() => page.select(hardware)),
    table: (id) => JSON.parse(page.table(id).value),
    document: () => JSON.parse(page.documentView()),
    download,
  });
  if (view.has_model) {
    const line = byId('model-line');
    line.hidden = false;
    const macs = view.model.facts.find((fact) => fact.label === 'MACs');
    const parameters = view.model.facts.find((fact) => fact.label === 'Parameters');
    line.replaceChildren(element('strong', {}, view.model.name), ` · ${compact(macs.value, 'MAC')} · ${compact(parameters.value)} parameters`);
    document.title = `${state.title || view.model.name}: whichchip`;
    say(view.status);
  }
  canvas?.wake();
  if (!state.model) return;
  if (state.addressed === state.model) address.changed(settingsLink());
  else address.opened(settingsLink());
  state.addressed = state.model;
}

function showTabs(view) {
  const tabs = byId('panels');
  tabs.hidden = !view.has_model || !state.model;
  if (tabs.children.length !== view.panels.length) {
    tabs.replaceChildren(...view.panels.map(({ value, label }) =>
      element('button', { type: 'button', dataset: { panel: value }, onclick: () => openPanel(value) }, label)));
  }
  for (const tab of tabs.children) {
    if (tab.dataset.panel === view.panel) tab.setAttribute('aria-current', 'page');
    else tab.removeAttribute('aria-current');
  }
}

/** Another panel is another entry of the browser's history. */
function openPanel(panel) {
  change(() => state.engine.page.showPanel(panel), { entry: true });
}

/** Runs one change of the engine's state and shows the outcome; a refused change leaves all as it was. */
function change(apply, { entry = false } = {}) {
  const result = apply();
  if (result?.error) {
    refresh();
    alertError(result.error, 'That choice cannot be served');
    return;
  }
  clearAlerts();
  if (entry) state.addressed = null;
  refresh();
  followBindings();
}

const settings = new SettingsForm({
  set: (option, value) => change(() => state.engine.page.setOption(option, value)),
  bind: (symbol, value) => change(() => state.engine.page.setDimension(symbol, value)),
});

const baseName = () => state.model.name.replace(/\.onnx$/i, '');

function download(kind) {
  const { page } = state.engine;
  const text = (kind === 'compare' ? page.comparisonJson() : page.inspectionJson()).value;
  saveFile(`${baseName()}.${kind}.json`, text, 'application/json');
}

// --- links ------------------------------------------------------------------------------------------------------------

function linkOptions(options = {}) {
  return { sample: state.model?.sample ?? '', title: state.title, report: state.wantsReport, names: false, model: false, ...options };
}

/** What the address bar shows: the settings and a sample's name, never a model of the user's. */
const settingsLink = () => state.engine.page.link(linkOptions()).value;

/** Brings the page to what a link says; '' is the start page. */
async function restoreLink(link) {
  if (!link) {
    if (state.model) closeModel();
    return;
  }
  await restoreView(() => state.engine.page.restoreLink(link), 'This link cannot be opened');
}

async function restoreView(take, title) {
  const result = take();
  if (result.error) {
    alertError(result.error, title);
    return;
  }
  clearAlerts();
  const seen = result.value;
  state.title = seen.title;
  state.wantsReport = seen.report;
  if (seen.sample && seen.sample !== state.model?.sample) {
    const sample = (await state.samples).find(({ name }) => name === seen.sample);
    if (!sample) {
      alertError({ message: `there is no sample '${seen.sample}' here`, advice: 'open the model itself' }, title);
      return;
    }
    await openSample(sample, true);
  } else if (seen.has_model) {
    state.turn += 1;
    state.model = { file: null, name: seen.name, sample: '' };
    state.bindings = bindingsOf(state.engine.page.request());
  } else if (!state.model) {
    say('This link holds settings. Drop the model that they are for.');
  }
  if (state.model) {
    refresh();
    await followBindings();
  }
  chooseView();
  if (seen.changed) say(seen.changed);
}

function closeModel() {
  state.turn += 1;
  state.model = null;
  state.addressed = null;
  state.title = '';
  byId('results').hidden = true;
  byId('settings').hidden = true;
  byId('model-line').hidden = true;
  document.title = 'whichchip: which chip runs your model best, and why?';
  chooseView();
}

const address = new Address(restoreLink);
new ShareDialog({
  say,
  name: () => state.title || baseName(),
  describe: (options) => {
    const { page } = state.engine;
    state.title = options.title;
    address.changed(settingsLink());
    const holdsModel = !state.model.sample;
    const link = page.link(linkOptions({ ...options, model: holdsModel }));
    return { link: link.value && new URL(link.value, location.href).href, error: link.error, command: page.commandLine(state.model.sample || state.model.name), holdsModel };
  },
  documentOf: (options) => state.engine.page.document(linkOptions({ ...options, model: !state.model.sample })).value,
});

// --- models -----------------------------------------------------------------------------------------------------------

function bindingsOf(request) {
  const { batch, dims, phase } = JSON.parse(request);
  return JSON.stringify([batch, dims, phase]);
}

/** A dimension changed: the Worker, which holds the graph, resolves the model anew. The latest wish wins. */
async function followBindings() {
  if (state.resolving) return;
  if (!state.model.file) {
    if (bindingsOf(state.engine.page.request()) === state.bindings) return;
    state.engine.page.abandonDimensions();
    refresh();
    alertError({ message: 'this view holds the model with the dimensions that it was shared with', advice: 'open the ONNX file to change them' }, 'These dimensions cannot be changed');
    return;
  }
  state.resolving = true;
  const { page, reader } = state.engine;
  const { turn } = state;
  try {
    for (let request = page.request(); state.model && bindingsOf(request) !== state.bindings; request = page.request()) {
      const { model } = state;
      showProgress(`Resolving ${model.name} with other dimensions…`);
      const { workload } = await reader.resolve(model, request);
      if (state.model === model) show(workload, request);
    }
  } catch (error) {
    if (turn !== state.turn) return; // another model is being opened, with dimensions of its own
    page.abandonDimensions();
    refresh();
    if (error.name !== 'Cancelled') alertError(error, 'These dimensions do not fit the model');
  } finally {
    state.resolving = false;
    if (turn === state.turn) hideProgress();
  }
}

/** Shows a workload that was resolved for `request`. */
function show(workload, request) {
  const result = state.engine.page.open(workload);
  if (result.error) throw Object.assign(new Error(result.error.message), result.error);
  state.bindings = bindingsOf(request);
  refresh();
}

/** Asks which of several models is meant; `choices` are {name, bytes}, `open` gets the name. */
function offerChoice(title, choices, open) {
  const buttons = choices.map(({ name, bytes }) =>
    element('li', {}, element('button', { type: 'button', onclick: () => open(name) }, `${name} (${compact(bytes, 'B')})`)));
  const card = element('div', { class: 'choice', role: 'group', 'aria-labelledby': 'choice-title', tabindex: -1 },
    element('h2', { id: 'choice-title' }, title), element('ul', {}, ...buttons),
    element('button', { type: 'button', onclick: clearAlerts }, 'Close'));
  byId('alerts').replaceChildren(card);
  card.focus();
  say(title);
}

/**
 * Opens what `fetchFile` gives (a File or Blob) under `name`. A later call takes the place of an earlier one. `sample`: its row
 * in the manifest; `keep`: the dimensions that a link has set stay; `member`, `neighbours`: as ModelReader.open takes them.
 */
async function openModel(name, fetchFile, options = {}) {
  const { sample = null, keep = false, member = '', neighbours = {} } = options;
  clearAlerts();
  if (!state.engine) {
    state.waiting = { name, fetchFile, options };
    showProgress(`${name} waits for the engine…`);
    return;
  }
  const { page, reader } = state.engine;
  const turn = ++state.turn;
  showProgress(`Reading ${name}…`);
  try {
    const file = await fetchFile();
    if (turn !== state.turn) return;
    const request = page.start(sample?.default_dims ?? {}, keep);
    const model = { file, name, member, neighbours, sample: sample?.name ?? '' };
    const { workload, choices } = await reader.open(model, request, (offset, size) =>
      showProgress(`Reading ${name}: ${compact(offset, 'B')} of ${compact(size, 'B')}`, size > 0 ? offset / size : null));
    if (choices) {
      page.abandonDimensions();
      offerChoice(`${name} holds ${choices.length} models: which one?`, choices,
        (chosen) => openModel(name, fetchFile, { ...options, member: chosen }));
      return;
    }
    state.model = model;
    if (!keep) state.title = '';
    show(workload, request);
    chooseView();
  } catch (error) {
    if (turn !== state.turn) return;
    page.abandonDimensions();
    if (error.name === 'Cancelled') {
      say(`Stopped reading ${name}.`);
      return;
    }
    alertError(error, `${name} cannot be analysed`);
    say(`${name} cannot be analysed.`);
  } finally {
    if (turn === state.turn) hideProgress();
  }
}

async function openFiles(files) {
  const models = modelsAmong(files);
  if (models.length === 1 && /\.whichchip$/i.test(models[0].name)) {
    const [view] = models;
    if (!state.engine) {
      state.waiting = { view };
      return showProgress(`${view.name} waits for the engine…`);
    }
    const bytes = new Uint8Array(await view.arrayBuffer());
    return restoreView(() => state.engine.page.restoreDocument(bytes), `${view.name} cannot be opened`);
  }
  const open = (model) => openModel(model.name, async () => model, { neighbours: neighboursOf(model, files) });
  if (models.length === 1) return open(models[0]);
  return offerChoice(`You gave ${models.length} models: which one first?`, models.map(({ name, size }) => ({ name, bytes: size })),
    (name) => open(models.find((model) => model.name === name)));
}

const openSample = (sample, keep = false) => openModel(sample.name, () => fetchSample(sample), { sample, keep });

// --- actions by name and key --------------------------------------------------------------------------------------------

async function openNamed(name) {
  openSample((await state.samples).find((sample) => sample.name === name));
}

function actions() {
  const list = [{ title: 'Open a model…', detail: 'file', run: () => byId('open').click() }];
  for (const option of byId('sample-menu').options) {
    if (option.value) list.push({ title: option.textContent, detail: 'sample', run: () => openNamed(option.value) });
  }
  if (!state.model) return list;
  const view = JSON.parse(state.engine.page.view());
  const views = state.engine.canvas ? ['explore', 'report'] : [];
  return [
    ...view.panels.map(({ value, label }) => ({ title: label, detail: 'panel', run: () => openPanel(value) })),
    ...views.map((name) => ({ title: name === 'explore' ? 'Explore on the canvas' : 'Read as a report', detail: 'view', run: () => byId('view-switch').querySelector(`[data-view-choice="${name}"]`).click() })),
    ...view.settings.flatMap((setting) => setting.choices.map(({ value, label }) => ({ title: `${setting.label}: ${label}`, detail: 'setting', run: () => change(() => state.engine.page.setOption(setting.option, value)) }))),
    ...view.comparison.rows.map(({ key }) => ({ title: `Pick ${key}`, detail: 'device', run: () => change(() => state.engine.page.select(key)) })),
    { title: 'Undo', detail: 'Ctrl or ⌘ Z', run: () => address.undo() },
    { title: 'Redo', detail: 'Ctrl or ⌘ Shift Z', run: () => address.redo() },
    { title: 'Share…', detail: 'link, file, command', run: () => byId('share').click() },
    { title: 'Download the comparison', detail: 'JSON', run: () => download('compare') },
    { title: 'Download the model facts', detail: 'JSON', run: () => download('inspect') },
    { title: 'Print', detail: 'the report', run: () => print() },
    ...list,
  ];
}

const PANEL_KEYS = ['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9'];
const openNumbered = (index) => {
  const tab = byId('panels').children[index];
  if (tab && state.model) openPanel(tab.dataset.panel);
};
const focusOn = (id) => () => {
  if (!state.model) return;
  byId('settings-box').open = true;
  byId(id)?.focus();
};
new Palette(actions, {
  ...Object.fromEntries(PANEL_KEYS.map((code, index) => [code, { run: () => openNumbered(index) }])),
  KeyO: { label: 'O', hint: 'Open a model', run: () => byId('open').click() },
  KeyB: { label: 'B', hint: 'Batch', run: focusOn('dimension-batch') },
  KeyP: { label: 'P', hint: 'Precision', run: focusOn('setting-precision') },
  KeyD: { label: 'D', hint: 'Devices', run: focusOn('setting-deployment') },
});

// --- start ------------------------------------------------------------------------------------------------------------

async function loadTypeface(canvas) {
  const faces = ['regular', 'medium'].map(async (face) => {
    const response = await pageFile(`fonts/roboto-${face}.ttf`);
    return new Uint8Array(await response.arrayBuffer());
  });
  canvas.setTypeface(...(await Promise.all(faces)));
}

async function loadEngine() {
  const { ModelReader, compileEngine, instantiateEngine } = await import('./engine.js');
  const compiled = await compileEngine();
  const reader = new ModelReader(compiled);
  const module = await instantiateEngine(compiled);
  const page = new module.Page();
  const canvas = CanvasView.attach(page, byId('canvas'), (error) => {
    if (error) alertError(error, 'That choice cannot be served');
    else clearAlerts();
    refresh();
    followBindings();
  });
  if (canvas) await loadTypeface(canvas);
  state.engine = { page, reader, canvas };
  // For tests: where the canvas's widgets are, and how many frames were drawn.
  globalThis.whichchip = { stats: () => JSON.parse(page.stats()), comparisonJson: () => page.comparisonJson().value, inspectionJson: () => page.inspectionJson().value };
  say('Ready. Drop a model, or try a sample.');
}

acceptFiles(openFiles);
state.samples = showSamples((sample) => openSample(sample));
byId('cancel').addEventListener('click', () => {
  state.waiting = null;
  state.engine?.reader.cancel();
  hideProgress();
});
byId('view-switch').addEventListener('click', (event) => {
  const choice = event.target.dataset.viewChoice;
  if (!choice) return;
  state.wantsReport = choice === 'report';
  state.addressed = null;
  chooseView();
  refresh();
});
// The twin is out of sight behind the canvas: who moves the focus into it wants to see it.
byId('report').addEventListener('focusin', () => {
  if (document.body.dataset.view !== 'explore') return;
  state.wantsReport = true;
  chooseView();
});
// On a phone the report leads and the scenario is folded away; elsewhere it is always open.
const foldSettings = () => { byId('settings-box').open = !NARROW.matches; };
foldSettings();
NARROW.addEventListener('change', () => {
  foldSettings();
  chooseView();
});

addEventListener('load', () => (globalThis.requestIdleCallback ?? setTimeout)(keepForOffline));

async function start() {
  try {
    await loadEngine();
    if (state.waiting) {
      const { name, fetchFile, options, view } = state.waiting;
      state.waiting = null;
      hideProgress();
      if (view) openFiles([view]);
      else openModel(name, fetchFile, options);
    } else if (address.asked) {
      await restoreLink(address.asked);
    }
  } catch (error) {
    hideProgress();
    alertError({ message: error.message, advice: 'Reload the page. A browser with WebAssembly exceptions is needed: any of the last three years.' }, 'The engine could not be started');
    say('The engine could not be started.');
  }
}

start();
