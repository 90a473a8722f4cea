// The twin: everything that the canvas shows, as headings and tables that any reader can use.

import { breathe, byId, element, marker, whenIdle } from './dom.js';

let allColumns = false; // of the comparison: a choice that outlives its table

const PROSE = new Set(['reason', 'value', 'use', 'name']);

// While a report is made in spare time, the rows of its tables, to be made a few at a time; null when all is made at once.
let pending = null;
const ROWS_AT_ONCE = 12;
const SPARE_MS = 12;

/** One report table as HTML. Raw SI numbers are in data-value; `sort(column)` makes the heads buttons. */
export function tableElement(table, { sort = null, select = null, layer = null, marks = {}, selected = '', rowHead = 'hardware', cards = false, expandable = false, headed = false } = {}) {
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

  // All rows are alike but for what stands in them: they are copies of one, which is far quicker than to make each.
  const blank = element('tr', {}, ...table.columns.map((column, index) => {
    const classes = [column.right ? 'right' : '', column.primary ? '' : 'secondary', PROSE.has(column.key) ? 'prose' : ''].join(' ').trim();
    const dataset = { column: column.key, label: column.unit ? `${column.title}, ${column.unit}` : column.title };
    return element(index === headAt ? 'th' : 'td', { scope: index === headAt ? 'row' : undefined, class: classes || undefined, dataset });
  }));
  const rowElement = (row) => {
    const made = blank.cloneNode(true);
    row.cells.forEach(([text, value = null, note = ''], index) => {
      const cell = made.children[index];
      if (value !== null) cell.dataset.value = String(value);
      if (note) cell.title = note;
      if (index === headAt && marks[row.key]) cell.append(deviceHead(row.key, text, marks[row.key], select));
      else if (index === headAt && layer && table.of_layers && /^\d+$/.test(row.key)) cell.append(layerHead(row.key, text, layer));
      else cell.append(text);
    });
    made.dataset.hardware = row.key;
    if (row.muted) made.classList.add('muted');
    if (row.key === selected) made.classList.add('selected');
    if (row.key === layer?.picked && table.of_layers) made.classList.add('selected');
    return made;
  };
  const body = element('tbody');
  for (let i = 0; i < table.rows.length; i += ROWS_AT_ONCE) {
    const make = () => body.append(...table.rows.slice(i, i + ROWS_AT_ONCE).map(rowElement));
    if (pending) pending.push(make);
    else make();
  }

  const box = element('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': table.caption || table.id },
    element('table', { class: cards ? 'cards' : undefined, dataset: { table: table.id } },
      element('caption', { class: headed ? 'hidden' : undefined }, table.caption || table.id),
      // A list of names and values needs no heads.
      table.columns.some((column) => column.title) ? element('thead', {}, element('tr', {}, ...head)) : '',
      body));
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

function layerHead(id, text, { picked, pick }) {
  return element('button', { type: 'button', class: 'layer', 'aria-pressed': String(id === picked), onclick: () => pick(id) }, text);
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
    if (made) return;
    const table = take();
    if (!opened && table.rows.length * table.columns.length > LONG) return;
    made = true;
    box.append(tableElement(table, options));
  };
  box.addEventListener('toggle', () => fill(true));
  if (pending) pending.push(() => fill(false));
  else whenIdle(() => box.isConnected && fill(box.open));
  return box;
}

// The picture is the engine's; its inline style would be refused by the page's policy and stands in styles.css.
function chartElement(svg) {
  const picture = document.importNode(new DOMParser().parseFromString(svg.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml').documentElement, true);
  return element('figure', { class: 'chart-box' }, picture);
}

/** Any report as sections: headings, sentences and tables, as on the canvas. */
function documentParts(report, select, layer) {
  return report.sections.map((section) => element('section', {},
    section.title ? element('h2', {}, section.title) : '',
    ...section.lines.map((line) => element('p', {}, line)),
    ...section.charts.map(chartElement),
    ...section.tables.map((table) => {
      const head = table.columns.find((column) => ['hardware', 'name', 'op', 'figure', 'metric'].includes(column.key)) ?? table.columns[0];
      return tableElement({ ...table, caption: table.caption || section.title || report.title }, { rowHead: head?.key, select, layer, headed: !table.caption || table.caption === section.title });
    })));
}

// What a panel's report has above it.
function panelHead(view, actions) {
  const head = [
    view.title ? element('p', { class: 'view-title' }, view.title) : '',
    element('h1', {}, `${view.model.name} on ${view.devices} devices`),
    element('p', { class: 'scenario' }, view.scenario),
  ];
  if (view.panel === 'compare') return head;
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
  return head;
}

function panelParts(view, actions) {
  const report = actions.document();
  return [
    element('p', { class: 'panel-title' }, element('strong', {}, report.title), report.subtitle && report.subtitle !== view.scenario ? ` · ${report.subtitle}` : ''),
    ...documentParts(report, actions.select, { picked: view.layer, pick: actions.selectLayer }),
  ];
}

function comparisonParts(view, actions) {
  const { verdict, comparison, winners, failed, marks, card } = actions.twin();
  const { model } = view;
  const parts = [];
  if (verdict.length > 0) parts.push(element('section', { class: 'verdict', 'aria-label': 'Verdict' }, ...verdict.map((line) => element('p', {}, line))));
  const none = view.find && comparison.rows.length === 0;
  parts.push(element('section', {}, element('h2', {}, 'Comparison'), none ? element('p', {}, `No row holds "${view.find}".`) : '',
    tableElement(captioned(comparison, 'Predictions per device. Column heads sort.'),
      { sort: actions.sort, select: actions.select, marks, selected: view.selected, cards: true, expandable: true })));
  if (winners.rows.length > 0)
    parts.push(element('section', {}, element('h2', {}, 'Best for'), tableElement(captioned(winners, 'Which device wins which figure'), { rowHead: 'metric' })));
  if (failed.rows.length > 0)
    parts.push(element('section', {}, element('h2', {}, 'Not in the ranking'), tableElement(captioned(failed, 'Devices that cannot run this model, and why'), { cards: true })));
  if (card)
    parts.push(element('section', {}, element('h2', {}, card.hardware), tableElement(card.facts, { rowHead: 'name' }), tableElement(card.costliest, { rowHead: 'name' })));
  parts.push(element('section', {}, element('h2', {}, 'Model'), element('p', {}, [model.type, model.origin, model.inputs].filter(Boolean).join(' · ')),
    facts(model), element('p', { class: model.coverage < 0.99 ? 'warning' : undefined }, `Coverage: ${model.coverage_text}`),
    ...model.warnings.map((warning) => element('p', { class: 'warning' }, warning))));
  parts.push(later('Energy', () => captioned(actions.table('energy'), 'Energy of an inference by what it is spent on'), {}));
  parts.push(later('Operators', () => captioned(actions.table('operators'), 'Operators by type'), { rowHead: 'op' }));
  parts.push(later('Subgraphs', () => captioned(actions.table('subgraphs'), 'Latency of one batch by subgraph and device'), { rowHead: 'name' }));
  return parts;
}

let latest = null; // the view that is to be shown

function partsOf(view, actions) {
  return [...panelHead(view, actions), ...(view.panel === 'compare' ? comparisonParts(view, actions) : panelParts(view, actions))];
}

function show(view, parts) {
  const results = byId('results');
  const sortFocus = document.activeElement?.dataset?.sort;
  const open = new Set([...results.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent));
  results.replaceChildren(...parts);
  for (const box of results.querySelectorAll('details')) box.open = open.has(box.querySelector('summary').textContent);
  results.dataset.panel = view.panel;
  results.removeAttribute('aria-busy');
  if (sortFocus) results.querySelector(`[data-sort="${CSS.escape(sortFocus)}"]`)?.focus();
}

// A little at a time, so that no task takes long.
function showInSpareTime(view, actions) {
  if (latest !== view) return;
  const rest = [];
  pending = rest;
  let parts;
  try {
    parts = partsOf(view, actions);
  } finally {
    pending = null;
  }
  const goOn = () => {
    if (latest !== view) return;
    const start = performance.now();
    while (rest.length > 0 && performance.now() - start < SPARE_MS) rest.shift()();
    if (rest.length > 0) breathe().then(goOn);
    else show(view, parts);
  };
  breathe().then(goOn);
}

/**
 * Shows what the engine has now; behind the canvas that waits until the page has nothing else to do, and is marked busy till then.
 * `actions`: sort(column), select(hardware), selectLayer(id), twin() → the comparison, table(id) → table, document() → the panel's report,
 * option(option, value).
 */
export function showReport(view, actions) {
  const results = byId('results');
  results.hidden = !view.has_model;
  latest = view;
  if (!view.has_model) return;
  if (document.body.dataset.view === 'report') {
    show(view, partsOf(view, actions));
    return;
  }
  delete results.dataset.panel;
  results.setAttribute('aria-busy', 'true');
  whenIdle(() => showInSpareTime(view, actions));
}
