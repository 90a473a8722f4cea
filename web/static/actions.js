// Everything that can be done, by name, for the palette.

import { byId } from './dom.js';
import { pageFile } from './place.js';

// [{id, modes}] of every device; read when the first action is looked for, and then the palette lists them, too.
let catalogue = null;

async function readCatalogue() {
  catalogue = [];
  try {
    const lines = (await (await pageFile('devices.jsonl')).text()).trim().split('\n').map((line) => JSON.parse(line));
    catalogue = lines.map(({ id, power }) => ({ id, modes: (power?.modes ?? []).map((mode) => mode.id) }));
    byId('palette-input').dispatchEvent(new Event('input'));
  } catch {
    catalogue = null; // the next time may go better
  }
}

const CLASSES = ['CPU', 'GPU', 'TPU', 'NPU', 'DSP', 'DPU', 'KPU', 'CGRA'];

// Which devices are compared: all of a class, one more, one less, one in each of its power modes.
function deviceActions(shown, choose) {
  const list = [
    ...CLASSES.map((name) => ({ title: `Class: ${name} only`, detail: 'devices', run: () => choose('class', name.toLowerCase()) })),
    { title: 'Class: every', detail: 'devices', run: () => choose('class', '') },
    ...shown.map((key) => ({ title: `Leave out ${key}`, detail: 'devices', run: () => choose('hardware', shown.filter((each) => each !== key).join(',')) })),
  ];
  for (const { id, modes } of catalogue ?? []) {
    if (!shown.includes(id)) list.push({ title: `Compare ${id}, too`, detail: 'devices', run: () => choose('hardware', [...shown, id].join(',')) });
    if (modes.length > 1) list.push({ title: `Power modes of ${id}`, detail: 'devices', run: () => choose('hardware', modes.map((mode) => `${id}@${mode}`).join(',')) });
  }
  return list;
}

/** [{title, detail, run}] at the time of asking; the arguments are the page's own, as app.js has them. */
export function actionsOf({ state, change, openPanel, openNamed, tools, address, focusOn }) {
  const list = [
    { title: 'Open a model…', detail: 'file', run: () => byId('open').click() },
    { title: 'Forget everything', detail: 'choices and the copy for offline use', run: () => byId('forget').click() },
  ];
  for (const option of byId('sample-menu').options) {
    if (option.value) list.push({ title: option.textContent, detail: 'sample', run: () => openNamed(option.value) });
  }
  if (!state.model) return list;
  const view = JSON.parse(state.engine.page.view());
  const views = state.engine.canvas ? ['explore', 'report'] : [];
  const choose = (option, value) => change(() => state.engine.page.setOption(option, value));
  const keys = JSON.parse(state.engine.page.twin()).comparison.rows.map(({ key }) => key);
  if (catalogue === null) readCatalogue();
  return [
    ...view.panels.map(({ value, label }) => ({ title: label, detail: 'panel', run: () => openPanel(value) })),
    ...views.map((name) => ({ title: name === 'explore' ? 'Explore on the canvas' : 'Read as a report', detail: 'view', run: () => byId('view-switch').querySelector(`[data-view-choice="${name}"]`).click() })),
    ...view.settings.flatMap((setting) => setting.choices.map(({ value, label }) => ({ title: `${setting.label}: ${label}`, detail: 'setting', run: () => choose(setting.option, value) }))),
    ...keys.map((key) => ({ title: `Pick ${key}`, detail: 'device', run: () => change(() => state.engine.page.select(key)) })),
    { title: 'Undo', detail: 'Ctrl or ⌘ Z', run: () => address.undo() },
    { title: 'Redo', detail: 'Ctrl or ⌘ Shift Z', run: () => address.redo() },
    { title: 'Share…', detail: 'link, file, command', run: () => tools.sharing.open() },
    { title: 'Export…', detail: 'HTML, Markdown, CSV, SVG, PNG, JSON', run: () => tools.exporting.open() },
    { title: 'Choose columns…', detail: 'of the comparison', run: () => tools.columns.open() },
    { title: 'What if…', detail: 'change a device', run: () => tools.whatIf.open() },
    { title: 'Find in the tables', detail: 'F', run: focusOn('find') },
    { title: 'Print', detail: 'the report', run: () => print() },
    ...deviceActions(keys, choose),
    ...list,
  ];
}
