// The page: files in, answers out. The shell works before the engine has arrived; a file that comes early waits for it.

import { startActions } from './actions.js';
import { Address } from './address.js';
import { CanvasView } from './canvas.js';
import { keepDimensions, keptDimensions } from './dimensions.js';
import { byId, compact, element, whenIdle } from './dom.js';
import { ExportDialog } from './exports.js';
import { acceptFiles, modelsAmong, neighboursOf } from './files.js';
import { alertError, askShapes, clearAlerts, hideProgress, offerChoice, say, showProgress } from './messages.js';
import { ModelTabs } from './model_tabs.js';
import { keepForOffline } from './offline.js';
import { pageFile } from './place.js';
import { forgetEverything } from './preferences.js';
import { showReport } from './report.js';
import { fetchSample, showSamples } from './samples.js';
import { SettingsForm } from './settings.js';
import { ShareDialog } from './share.js';
import { ColumnsDialog, followFind } from './tables.js';
import { WhatIfDialog } from './whatif.js';

const NARROW = matchMedia('(max-width: 760px)');
const OWN_COLOURS = matchMedia('(forced-colors: active)'); // which a canvas cannot take

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
  asking: false, // the Worker, for a panel
  wantsReport: false,
};

// --- views ------------------------------------------------------------------------------------------------------------

function chooseView() {
  const shown = state.model !== null;
  const explore = shown && state.engine?.canvas && !state.wantsReport && !NARROW.matches && !OWN_COLOURS.matches;
  document.body.dataset.view = !shown ? 'start' : explore ? 'explore' : 'report';
  byId('stage').hidden = !explore;
  byId('start').hidden = shown;
  byId('view-switch').hidden = !shown || !state.engine?.canvas || OWN_COLOURS.matches;
  byId('share').hidden = !shown;
  byId('panel-bar').hidden = !shown;
  if (!shown) byId('models').hidden = true;
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
    selectLayer: (id) => change(() => page.selectLayer(id)),
    twin: () => JSON.parse(page.twin()),
    table: (id) => JSON.parse(page.table(id).value),
    document: () => JSON.parse(page.documentView()),
    option: (option, value) => change(() => page.setPanelOption(option, value)),
  });
  whatIf.update();
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
  const link = settingsLink();
  if (state.addressed === state.model) address.changed(link);
  else address.opened(link);
  state.addressed = state.model;
  tabs.remember(state.model, { link, bindings: state.bindings });
}

function showTabs(view) {
  const bar = byId('panels');
  byId('panel-bar').hidden = !view.has_model || !state.model;
  byId('columns').hidden = view.panel !== 'compare';
  byId('whatif').setAttribute('aria-pressed', String(view.changes?.length > 0));
  const field = byId('find');
  if (document.activeElement !== field && field.value !== (view.find ?? '')) field.value = view.find ?? '';
  if (bar.children.length !== view.panels.length) {
    bar.replaceChildren(...view.panels.map(({ value, label }) =>
      element('button', { type: 'button', dataset: { panel: value }, onclick: () => openPanel(value) }, label)));
  }
  for (const tab of bar.children) {
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
  followChanges();
}

const settings = new SettingsForm({
  set: (option, value) => change(() => state.engine.page.setOption(option, value)),
  bind: (symbol, value) => change(() => state.engine.page.setDimension(symbol, value)),
});

const baseName = () => state.model.name.replace(/\.onnx$/i, '');

const exporting = new ExportDialog({
  say,
  name: () => `${baseName()}-${byId('panels').querySelector('[aria-current]')?.dataset.panel ?? 'compare'}`,
  list: () => {
    const { page } = state.engine;
    // The JSON of a panel about the graph is made from it, like the panel itself; a shared view has no graph.
    const possible = !page.jsonQuestion() || (state.model.file && !page.graphQuestion());
    return JSON.parse(page.exportables()).filter(({ id }) => id !== 'json' || possible);
  },
  content: async (id) => {
    const { page, reader, sources } = state.engine;
    await sources; // what is taken away is whole
    const question = id === 'json' ? page.jsonQuestion() : '';
    if (question) return reader.askJson(state.model, page.request(), question);
    const result = page.exported(id);
    if (result.error) throw Object.assign(new Error(result.error.message), result.error);
    return result.value;
  },
});
const choosingColumns = new ColumnsDialog({
  columns: () => JSON.parse(state.engine.page.twin()).comparison.columns,
  show: (key, shown) => change(() => state.engine.page.showColumn(key, shown)),
});
const pickedDevice = () => {
  const view = JSON.parse(state.engine.page.view());
  return (view.device_picker?.value || view.selected || view.carded || '').split('@')[0];
};
const whatIf = new WhatIfDialog({
  device: pickedDevice,
  figures: (id) => JSON.parse(state.engine.page.editableFigures(id)),
  set: (edit) => {
    const { error } = state.engine.page.setOption('set', edit);
    if (!error) {
      refresh();
      followChanges();
    }
    return error?.message ?? '';
  },
});
followFind((words) => state.model && change(() => state.engine.page.find(words)));

// --- several models -----------------------------------------------------------------------------------------------------

const tabs = new ModelTabs({
  changed: (others) => state.engine.page.setOthers(others),
  show: (tab) => {
    const { page, reader } = state.engine;
    reader.cancel();
    state.turn += 1;
    clearAlerts();
    state.model = tab.model;
    page.start(tab.model.defaults ?? {}, false);
    const { link, bindings } = tab.seen;
    const result = link ? page.restoreLink(link) : {};
    if (result.error) alertError(result.error, 'This model cannot be shown as it was');
    page.open(tab.workload);
    state.bindings = bindings;
    state.title = result.value?.title ?? '';
    state.wantsReport = result.value?.report ?? state.wantsReport;
    tabs.shown(tab.model, tab.workload);
    refresh();
    chooseView();
    followChanges();
  },
});

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
    tabs.current(state.model);
    state.bindings = bindingsOf(state.engine.page.request());
  } else if (!state.model) {
    say('This link holds settings. Drop the model that they are for.');
  }
  if (state.model) {
    refresh();
    await followChanges();
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
  const { batch, dims, phase, 'cost-like': costLike } = JSON.parse(request);
  return JSON.stringify([batch, dims, phase, costLike]);
}

/** What the page cannot do alone, because the model's graph is in the Worker: other dimensions first, then a panel's question. */
async function followChanges() {
  await followBindings();
  await followQuestion();
}

/** A panel needs more of the graph than is shown. The latest question wins. */
async function followQuestion() {
  if (state.asking || state.resolving || !state.model) return;
  const { page, reader } = state.engine;
  state.asking = true;
  try {
    for (let question = page.graphQuestion(); question && state.model; question = page.graphQuestion()) {
      const { model } = state;
      if (!model.file) {
        page.graphRefused(question, 'This view holds the model with the dimensions that it was shared with. Open the ONNX file itself to see others.');
        refresh();
        break;
      }
      showProgress('Computing…');
      try {
        const answer = await reader.ask(model, page.request(), question);
        if (state.model === model) page.graphAnswer(question, answer);
      } catch (error) {
        if (error.name === 'Cancelled') break; // other dimensions, another model, or the user's wish
        page.graphRefused(question, [error.message, error.advice].filter(Boolean).join('. '));
      }
      refresh();
    }
  } finally {
    state.asking = false;
    if (!state.resolving) hideProgress();
  }
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
      if (state.model === model) show(model, workload, request);
      if (!model.sample) keepDimensions(shownDimensions(), JSON.parse(request).dims);
    }
  } catch (error) {
    if (turn !== state.turn) return; // another model is being opened, with dimensions of its own
    if (error.name !== 'Cancelled' && !state.model.sample) keepDimensions(shownDimensions(), {});
    page.abandonDimensions();
    refresh();
    if (error.name !== 'Cancelled') alertError(error, 'These dimensions do not fit the model');
  } finally {
    state.resolving = false;
    if (turn === state.turn) hideProgress();
  }
}

const shownDimensions = () => JSON.parse(state.engine.page.view()).dimensions;

/** A model of the user's starts with the dimensions that they last set under the same names. */
async function recallDimensions() {
  const kept = keptDimensions(shownDimensions());
  if (kept.length === 0) return;
  for (const [symbol, value] of kept) state.engine.page.setDimension(symbol, value);
  await followBindings();
  if (shownDimensions().some(({ symbol, value }) => symbol === kept[0][0] && value === kept[0][1]))
    say(`${kept.map(([symbol, value]) => `${symbol} = ${value}`).join(', ')}, as you set it last. Undo goes back to the default.`);
}

/** Shows a workload that was resolved for `request`. */
function show(model, workload, request) {
  const result = state.engine.page.open(workload);
  if (result.error) throw Object.assign(new Error(result.error.message), result.error);
  state.bindings = bindingsOf(request);
  tabs.shown(model, workload);
  refresh();
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
    const model = { file, name, member, neighbours, sample: sample?.name ?? '', defaults: sample?.default_dims ?? {} };
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
    show(model, workload, request);
    chooseView();
    if (!keep && !model.sample) await recallDimensions();
    const { shapeless } = JSON.parse(page.view()).model;
    if (shapeless.length > 0)
      askShapes(shapeless, (input, dims) => dims.forEach((dim, axis) => page.setDimension(`${input}.${axis}`, dim)), () => {
        clearAlerts();
        followChanges();
      });
    followQuestion();
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

startActions({
  state, change, openPanel, exporting, choosingColumns, whatIf, address,
  openNamed: async (name) => openSample((await state.samples).find((sample) => sample.name === name)),
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
    followChanges();
  });
  if (canvas) await loadTypeface(canvas);
  for (const [key, shown] of ColumnsDialog.remembered()) page.showColumn(key, shown);
  state.engine = { page, reader, canvas };
  // For tests: where the canvas's widgets are, how many frames were drawn, and the texts of the command line.
  globalThis.whichchip = {
    stats: () => JSON.parse(page.stats()),
    comparisonJson: async () => {
      await state.engine.sources;
      return page.comparisonJson().value;
    },
    inspectionJson: () => page.inspectionJson().value,
  };
  say('Ready. Drop a model, or try a sample.');
}

/** The sources of the devices' figures and the published measurements: nobody needs them for a first result. */
async function loadSources() {
  await new Promise(whenIdle);
  const files = await Promise.all(['devices.jsonl', 'measurements.json'].map(async (path) => (await pageFile(path)).text()));
  state.engine.page.attachSources(...files);
  if (state.model) refresh();
}

acceptFiles(openFiles);
byId('forget').addEventListener('click', async () => {
  await forgetEverything();
  say('Everything that was kept on this machine is gone.');
});
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
OWN_COLOURS.addEventListener('change', chooseView);
NARROW.addEventListener('change', () => {
  foldSettings();
  chooseView();
});

addEventListener('load', () => whenIdle(keepForOffline));

async function start() {
  try {
    await loadEngine();
    state.engine.sources = loadSources().catch((error) => say(`The sources of the figures could not be loaded: ${error.message}`));
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
