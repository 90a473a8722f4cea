// The twin: everything that the canvas shows, as headings and tables that any reader can use.

import { byId, element, marker } from './dom.js';

let allColumns = false; // of the comparison: a choice that outlives its table

const PROSE = new Set(['reason', 'value', 'use', 'name']);

/** One report table as HTML. Raw SI numbers are in data-value; `sort(column)` makes the heads buttons. */
export function tableElement(table, { sort = null, select = null, marks = {}, selected = '', rowHead = 'hardware', cards = false, expandable = false } = {}) {
  const headAt = Math.max(0, table.columns.findIndex((column) => column.key === rowHead));
  const head = table.columns.map((column) => {
    const sorted = table.sorted_by === column.key ? (table.ascending ? 'ascending' : 'descending') : undefined;
    const unit = column.unit ? element('span', { class: 'unit' }, ` ${column.unit}`) : '';
    const title = sort
      ? element('button', { type: 'button', title: column.help || undefined, dataset: { sort: column.key }, onclick: () => sort(column.key) }, column.title, unit)
      : element('span', { title: column.help || undefined }, column.title, unit);
    const classes = [column.right ? 'right' : '', column.primary ? '' : 'secondary'].join(' ').trim();
    // A column of bars has no name; a head without a text would be announced as one.
    return element(column.title ? 'th' : 'td', { scope: column.title ? 'col' : undefined, class: classes || undefined, 'aria-sort': sort ? sorted : undefined, dataset: { column: column.key } }, title);
  });

  const body = table.rows.map((row) => {
    const cells = row.cells.map((cell, index) => {
      const column = table.columns[index];
      const isHead = index === headAt;
      const dataset = { column: column.key, label: column.unit ? `${column.title}, ${column.unit}` : column.title };
      if (cell.value !== null) dataset.value = String(cell.value);
      const classes = [column.right ? 'right' : '', column.primary ? '' : 'secondary', PROSE.has(column.key) ? 'prose' : ''].join(' ').trim();
      return element(isHead ? 'th' : 'td', { scope: isHead ? 'row' : undefined, class: classes || undefined, title: cell.note || undefined, dataset },
        isHead && marks[row.key] ? deviceHead(row.key, cell.text, marks[row.key], select) : cell.text);
    });
    const classes = [row.muted ? 'muted' : '', row.key === selected ? 'selected' : ''].join(' ').trim();
    return element('tr', { class: classes || undefined, dataset: { hardware: row.key } }, ...cells);
  });

  const box = element('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': table.caption || table.id },
    element('table', { class: cards ? 'cards' : undefined, dataset: { table: table.id } },
      element('caption', {}, table.caption || table.id),
      // A list of names and values needs no heads.
      table.columns.some((column) => column.title) ? element('thead', {}, element('tr', {}, ...head)) : '',
      element('tbody', {}, ...body)));
  if (!expandable || table.columns.every((column) => column.primary)) return box;
  box.classList.toggle('brief', !allColumns);
  const more = element('button', { type: 'button', class: 'more', 'aria-pressed': String(allColumns), onclick: () => {
    allColumns = !allColumns;
    more.setAttribute('aria-pressed', String(allColumns));
    box.classList.toggle('brief', !allColumns);
  } }, 'All columns');
  return element('div', {}, more, box);
}

function deviceHead(key, text, mark, select) {
  const words = element('span', {}, text, element('small', {}, mark.detail));
  const head = element('span', { class: 'device' }, marker(mark.class), words);
  if (!select) return head;
  head.classList.add('pick');
  head.addEventListener('click', () => select(key));
  return head;
}

function facts(model) {
  return element('dl', { class: 'facts' }, ...model.facts.map((fact) =>
    element('div', { title: fact.note }, element('dt', {}, fact.label), element('dd', { dataset: { value: fact.value ?? '' } }, fact.text))));
}

function captioned(table, caption) {
  return { ...table, caption };
}

// A table that is made when the page has nothing else to do, or, when it is so long that this would be felt, when it is opened.
const LONG = 3000; // cells

function later(title, take, options) {
  const box = element('details', {}, element('summary', {}, title));
  let made = false;
  const fill = (opened) => {
    if (made || !box.isConnected) return;
    const table = take();
    if (!opened && table.rows.length * table.columns.length > LONG) return;
    made = true;
    box.append(tableElement(table, options));
  };
  box.addEventListener('toggle', () => fill(true));
  (globalThis.requestIdleCallback ?? setTimeout)(() => fill(box.open));
  return box;
}

// The picture is the engine's; its inline style would be refused by the page's policy and stands in styles.css.
function chartElement(svg) {
  const picture = document.importNode(new DOMParser().parseFromString(svg.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml').documentElement, true);
  return element('figure', { class: 'chart-box' }, picture);
}

/** Any report as sections: headings, sentences and tables, as on the canvas. */
function documentParts(report, select) {
  return report.sections.map((section) => element('section', {},
    section.title ? element('h2', {}, section.title) : '',
    ...section.lines.map((line) => element('p', {}, line)),
    ...section.charts.map(chartElement),
    ...section.tables.map((table) => {
      const head = table.columns.find((column) => ['hardware', 'name', 'op', 'figure', 'metric'].includes(column.key)) ?? table.columns[0];
      return tableElement({ ...table, caption: table.caption || section.title || report.title }, { rowHead: head?.key, select });
    })));
}

function showPanel(view, actions) {
  const results = byId('results');
  const head = [
    view.title ? element('p', { class: 'view-title' }, view.title) : '',
    element('h1', {}, `${view.model.name} on ${view.comparison.rows.length} devices`),
    element('p', { class: 'scenario' }, view.scenario),
  ];
  if (view.device_picker) {
    const { label, value, choices } = view.device_picker;
    head.push(element('label', { class: 'field picker' }, element('span', {}, label),
      element('select', { id: 'device-picker', onchange: (event) => actions.select(event.target.value) },
        ...choices.map((choice) => element('option', { value: choice.value, selected: choice.value === value }, choice.label)))));
  }
  const settings = (view.panel_settings ?? []).map(({ option, label, value, choices }) =>
    element('label', { class: 'field picker' }, element('span', {}, label),
      element('select', { id: `panel-${option}`, onchange: (event) => actions.option(option, event.target.value) },
        ...choices.map((choice) => element('option', { value: choice.value, selected: choice.value === value }, choice.label)))));
  if (settings.length > 0) head.push(element('div', { class: 'panel-settings' }, ...settings));
  const fill = () => {
    const report = actions.document();
    results.replaceChildren(...head,
      element('p', { class: 'panel-title' }, element('strong', {}, report.title), report.subtitle ? ` · ${report.subtitle}` : ''),
      ...documentParts(report, actions.select));
    results.dataset.panel = view.panel;
  };
  results.hidden = false;
  if (document.body.dataset.view === 'report') fill();
  else {
    // Behind the canvas it may wait until nothing else is to be done; the latest one counts.
    delete results.dataset.panel;
    showPanel.latest = view;
    (globalThis.requestIdleCallback ?? setTimeout)(() => { if (showPanel.latest === view) fill(); });
  }
}

/** `actions`: sort(column), select(hardware), table(id) → table, document() → the panel's report, option(option, value). */
export function showReport(view, actions) {
  const results = byId('results');
  if (!view.has_model) {
    results.hidden = true;
    return;
  }
  showPanel.latest = null;
  if (view.panel !== 'compare') {
    showPanel(view, actions);
    return;
  }
  results.dataset.panel = view.panel;
  const sortFocus = document.activeElement?.dataset?.sort;
  const open = new Set([...results.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent));
  const { model } = view;
  const parts = [
    view.title ? element('p', { class: 'view-title' }, view.title) : '',
    element('h1', {}, `${model.name} on ${view.comparison.rows.length} devices`),
    element('p', { class: 'scenario' }, view.scenario),
    element('section', { class: 'verdict', 'aria-label': 'Verdict' }, ...view.verdict.map((line) => element('p', {}, line))),
  ];
  if (view.verdict.length === 0) parts.pop();
  const comparison = tableElement(captioned(view.comparison, 'Predictions per device. Column heads sort.'),
    { sort: actions.sort, select: actions.select, marks: view.marks, selected: view.selected, cards: true, expandable: true });
  parts.push(element('section', {}, element('h2', {}, 'Comparison'), comparison));
  if (view.winners.rows.length > 0)
    parts.push(element('section', {}, element('h2', {}, 'Best for'), tableElement(captioned(view.winners, 'Which device wins which figure'), { rowHead: 'metric' })));
  if (view.failed.rows.length > 0)
    parts.push(element('section', {}, element('h2', {}, 'Not in the ranking'), tableElement(captioned(view.failed, 'Devices that cannot run this model, and why'), { cards: true })));
  if (view.card)
    parts.push(element('section', {}, element('h2', {}, view.card.hardware),
      tableElement(view.card.facts, { rowHead: 'name' }), tableElement(view.card.costliest, { rowHead: 'name' })));
  parts.push(element('section', {}, element('h2', {}, 'Model'), element('p', {}, [model.type, model.origin, model.inputs].filter(Boolean).join(' · ')),
    facts(model), element('p', { class: model.coverage < 0.99 ? 'warning' : undefined }, `Coverage: ${model.coverage_text}`),
    ...model.warnings.map((warning) => element('p', { class: 'warning' }, warning))));
  parts.push(later('Energy', () => captioned(actions.table('energy'), 'Energy of an inference by what it is spent on'), {}));
  parts.push(later('Operators', () => captioned(actions.table('operators'), 'Operators by type'), { rowHead: 'op' }));
  parts.push(later('Subgraphs', () => captioned(actions.table('subgraphs'), 'Latency of one batch by subgraph and device'), { rowHead: 'name' }));

  results.replaceChildren(...parts);
  for (const box of results.querySelectorAll('details')) box.open = open.has(box.querySelector('summary').textContent);
  results.hidden = false;
  if (sortFocus) results.querySelector(`[data-sort="${CSS.escape(sortFocus)}"]`)?.focus();
}
