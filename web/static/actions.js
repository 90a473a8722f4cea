// Everything that can be done, by name in the palette and by key.

import { byId } from './dom.js';
import { Palette } from './palette.js';

const PANEL_KEYS = ['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9'];

/** `state` and the rest are the page's own, as app.js has them. */
export function startActions({ state, change, openPanel, openNamed, exporting, choosingColumns, whatIf, address }) {
  const focusOn = (id) => () => {
    if (!state.model) return;
    byId('settings-box').open = true;
    byId(id)?.focus();
  };
  const openNumbered = (index) => {
    const tab = byId('panels').children[index];
    if (tab && state.model) openPanel(tab.dataset.panel);
  };

  function actions() {
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
    return [
      ...view.panels.map(({ value, label }) => ({ title: label, detail: 'panel', run: () => openPanel(value) })),
      ...views.map((name) => ({ title: name === 'explore' ? 'Explore on the canvas' : 'Read as a report', detail: 'view', run: () => byId('view-switch').querySelector(`[data-view-choice="${name}"]`).click() })),
      ...view.settings.flatMap((setting) => setting.choices.map(({ value, label }) => ({ title: `${setting.label}: ${label}`, detail: 'setting', run: () => change(() => state.engine.page.setOption(setting.option, value)) }))),
      ...JSON.parse(state.engine.page.twin()).comparison.rows.map(({ key }) => ({ title: `Pick ${key}`, detail: 'device', run: () => change(() => state.engine.page.select(key)) })),
      { title: 'Undo', detail: 'Ctrl or ⌘ Z', run: () => address.undo() },
      { title: 'Redo', detail: 'Ctrl or ⌘ Shift Z', run: () => address.redo() },
      { title: 'Share…', detail: 'link, file, command', run: () => byId('share').click() },
      { title: 'Export…', detail: 'HTML, Markdown, CSV, SVG, PNG, JSON', run: () => exporting.open() },
      { title: 'Choose columns…', detail: 'of the comparison', run: () => choosingColumns.open() },
      { title: 'What if…', detail: 'change a device', run: () => whatIf.open() },
      { title: 'Find in the tables', detail: 'F', run: focusOn('find') },
      { title: 'Print', detail: 'the report', run: () => print() },
      ...list,
    ];
  }

  new Palette(actions, {
    ...Object.fromEntries(PANEL_KEYS.map((code, index) => [code, { run: () => openNumbered(index) }])),
    KeyO: { label: 'O', hint: 'Open a model', run: () => byId('open').click() },
    KeyB: { label: 'B', hint: 'Batch', run: focusOn('dimension-batch') },
    KeyP: { label: 'P', hint: 'Precision', run: focusOn('setting-precision') },
    KeyD: { label: 'D', hint: 'Devices', run: focusOn('setting-deployment') },
    KeyF: { label: 'F', hint: 'Find in the tables', run: focusOn('find') },
    KeyE: { label: 'E', hint: 'Export the panel', run: () => state.model && exporting.open() },
    KeyC: { label: 'C', hint: 'Columns of the comparison', run: () => state.model && choosingColumns.open() },
    KeyW: { label: 'W', hint: 'What if a device were different', run: () => state.model && whatIf.open() },
  });
}
