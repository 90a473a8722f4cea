// The page: files in, answers out. The shell works before the engine has arrived; a file that comes early waits for it.

import { Address } from './address.js';
import { CanvasView } from './canvas.js';
import { byId, compact, element, whenIdle } from './dom.js';
import { startDrawing } from './drawing.js';
import { acceptFiles } from './files.js';
import { followFind } from './find.js';
import { followKeys } from './keys.js';
import { Links } from './links.js';
import { alertError, clearAlerts, hideProgress, say } from './messages.js';
import { ModelTabs } from './model_tabs.js';
import { keepForOffline } from './offline.js';
import { Opening } from './opening.js';
import { pageFile } from './place.js';
import { forgetEverything, preferences } from './preferences.js';
import { showReport } from './report.js';
import { showSamples } from './samples.js';
import { SettingsForm } from './settings.js';
import { makeTools, preloadTools } from './tools.js';

const NARROW = matchMedia('(max-width: 760px)');
const OWN_COLOURS = matchMedia('(forced-colors: active)'); // which a canvas cannot take

const state = {
  engine: null, // {page, reader, canvas} once loaded
  waiting: null, // opens what was given before that
  // {file, name, sample, …} that is shown, as ModelReader.open takes it; file is null for the model of a link, sample '' for the
  // user's own
  model: null,
  samples: null, // promise of the manifest's rows
  addressed: null, // the model that the address bar names
  settled: false, // a link has said the settings of the model that comes next
  title: '', // what a link calls the view
  status: '', // what was last said of it
  bindings: '', // the dimensions that it is shown with
  turn: 0, // counts the models opened
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
  canvas?.follow();
  const view = JSON.parse(page.view());
  showTabs(view);
  settings.update(view, { fixed: state.model !== null && !state.model.file });
  showReport({ ...view, title: state.title }, {
    sort: (column) => change(() => page.sortBy(column)),
    select: (hardware) => change(() => page.select(hardware)),
    selectLayer: (id) => change(() => page.selectLayer(id)),
    twin: () => JSON.parse(page.twin()),
    table: (id) => JSON.parse(page.table(id).value),
    document: () => JSON.parse(page.documentView(matchMedia('(max-width: 760px)').matches)),
    option: (option, value) => change(() => page.setPanelOption(option, value)),
  });
  tools.whatIf.made?.update();
  if (view.has_model) {
    const line = byId('model-line');
    line.hidden = false;
    const macs = view.model.facts.find((fact) => fact.label.startsWith('MACs'));
    const least = macs.label === 'MACs' ? '' : 'at least '; // "MACs, at least": not all is known
    const parameters = view.model.facts.find((fact) => fact.label === 'Parameters');
    line.replaceChildren(element('strong', {}, view.model.name), ` · ${least}${compact(macs.value, 'MAC')} · ${compact(parameters.value)} parameters`);
    document.title = `${state.title || view.model.name}: whichchip`;
    // Where nothing is new, what was said since stays.
    if (view.status !== state.status || state.model !== state.addressed) say(view.status);
    state.status = view.status;
  }
  if (!state.model) return;
  const link = links.settings();
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
  opening.followChanges();
}

const settings = new SettingsForm({
  set: (option, value) => change(() => state.engine.page.setOption(option, value)),
  bind: (symbol, value) => change(() => state.engine.page.setDimension(symbol, value)),
});

const baseName = () => state.model.name.replace(/\.onnx$/i, '');
const shownPanel = () => byId('panels').querySelector('[aria-current]')?.dataset.panel ?? 'compare';

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
    opening.followChanges();
  },
});

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

const openNamed = async (name) => opening.sample((await state.samples).find((sample) => sample.name === name));

// --- the parts, which know one another through this ---------------------------------------------------------------------

const whole = { state, tabs, change, refresh, chooseView, closeModel, openPanel, openNamed, baseName, shownPanel };
const links = whole.links = new Links(whole);
const opening = whole.opening = new Opening(whole);
const address = whole.address = new Address((link) => links.restore(link));
const tools = whole.tools = makeTools(whole);
followKeys(whole);

// --- start ------------------------------------------------------------------------------------------------------------

const loadFaces = () => Promise.all(['regular', 'medium'].map(async (face) => {
  const response = await pageFile(`fonts/roboto-${face}.ttf`);
  return new Uint8Array(await response.arrayBuffer());
}));

async function loadEngine() {
  const faces = loadFaces();
  faces.catch(() => {}); // told where they are needed
  const starting = startDrawing(byId('canvas'));
  const { ModelReader, compileEngine, instantiateEngine } = await import('./engine.js');
  const compiled = await compileEngine();
  const reader = new ModelReader(compiled, (workload) => whenIdle(() => {
    if (state.turn === 0) state.engine?.canvas?.rehearse(workload);
  }));
  const module = await instantiateEngine(compiled);
  const page = new module.Page();
  const drawing = await starting; // null: the report shows the same
  const canvas = drawing && new CanvasView(page, drawing, (error) => {
    if (error) alertError(error, 'That choice cannot be served');
    else clearAlerts();
    refresh();
    opening.followChanges();
  }, () => {
    state.engine.canvas = null;
    chooseView(); // the report
  });
  if (canvas) canvas.setTypeface(...(await faces));
  for (const [key, shown] of Object.entries(preferences.get('columns', {}))) page.showColumn(key, shown);
  state.engine = { page, reader, canvas };
  // For tests: where the canvas's widgets are, how many frames were drawn, the engine's memory, and the texts of the command line.
  globalThis.whichchip = {
    page,
    stats: () => ({ ...JSON.parse(page.stats()), ...canvas?.stats() }),
    heapBytes: () => module.heapBytes(),
    comparisonJson: async () => {
      await state.engine.sources;
      await opening.otherSettings();
      return page.comparisonJson().value;
    },
    inspectionJson: () => page.inspectionJson().value,
  };
  say('Ready. Drop a model, or try a sample.');
}

/** What no first result needs: the sources of the devices' figures, the published measurements, and the tools of the page. */
async function loadRest() {
  do await new Promise(whenIdle); while (byId('results').hasAttribute('aria-busy'));
  const files = await Promise.all(['devices.jsonl', 'measurements.json'].map(async (path) => (await pageFile(path)).text()));
  state.engine.page.attachSources(...files);
  state.engine.reader.attachSources(files);
  if (state.model) {
    refresh();
    opening.followChanges();
  }
  await preloadTools();
}

acceptFiles((files) => opening.files(files));
byId('forget').addEventListener('click', async () => {
  await forgetEverything();
  say('Everything that was kept on this machine is gone.');
});
state.samples = showSamples((sample) => opening.sample(sample));
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

/** Opens what was asked for before the engine was there. */
async function firstResult() {
  const { waiting } = state;
  state.waiting = null;
  if (waiting) {
    hideProgress();
    await waiting();
    return;
  }
  if (address.asked) await links.restore(address.asked);
  const url = new URLSearchParams(location.search).get('url');
  if (url && !state.model) await (await import('./from_address.js')).openFromAddress(url, (files) => opening.files(files));
}

async function start() {
  try {
    await loadEngine();
    const first = firstResult();
    state.engine.sources = first.then(loadRest).catch((error) => say(`The sources of the figures could not be loaded: ${error.message}`));
    await first;
  } catch (error) {
    hideProgress();
    alertError({ message: error.message, advice: 'Reload the page. A browser with WebAssembly exceptions is needed: any of the last three years.' }, 'The engine could not be started');
    say('The engine could not be started.');
  }
}

start();
