// Everything that can be done, by name, for the palette.

import { byId } from './dom.js';

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
  return [
    ...view.panels.map(({ value, label }) => ({ title: label, detail: 'panel', run: () => openPanel(value) })),
    ...views.map((name) => ({ title: name === 'explore' ? 'Explore on the canvas' : 'Read as a report', detail: 'view', run: () => byId('view-switch').querySelector(`[data-view-choice="${name}"]`).click() })),
    ...view.settings.flatMap((setting) => setting.choices.map(({ value, label }) => ({ title: `${setting.label}: ${label}`, detail: 'setting', run: () => change(() => state.engine.page.setOption(setting.option, value)) }))),
    ...JSON.parse(state.engine.page.twin()).comparison.rows.map(({ key }) => ({ title: `Pick ${key}`, detail: 'device', run: () => change(() => state.engine.page.select(key)) })),
    { title: 'Undo', detail: 'Ctrl or ⌘ Z', run: () => address.undo() },
    { title: 'Redo', detail: 'Ctrl or ⌘ Shift Z', run: () => address.redo() },
    { title: 'Share…', detail: 'link, file, command', run: () => tools.sharing.open() },
    { title: 'Export…', detail: 'HTML, Markdown, CSV, SVG, PNG, JSON', run: () => tools.exporting.open() },
    { title: 'Choose columns…', detail: 'of the comparison', run: () => tools.columns.open() },
    { title: 'What if…', detail: 'change a device', run: () => tools.whatIf.open() },
    { title: 'Find in the tables', detail: 'F', run: focusOn('find') },
    { title: 'Print', detail: 'the report', run: () => print() },
    ...list,
  ];
}
