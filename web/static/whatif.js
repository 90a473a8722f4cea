// What if a figure of a device were another: a form beside the picture, which follows every change at once.

import { byId, element } from './dom.js';

document.body.insertAdjacentHTML('beforeend', `
<dialog id="whatif-dialog" class="dialog beside" aria-labelledby="whatif-heading">
  <h2 id="whatif-heading">What if</h2>
  <p>Change a figure: everything that rests on it follows at once, and the link holds it.</p>
  <input id="whatif-find" type="search" aria-label="Find a figure" placeholder="Find a figure" autocomplete="off" spellcheck="false">
  <p id="whatif-wrong" class="warning" role="status"></p>
  <p id="whatif-none" hidden>Pick a device of the catalogue first.</p>
  <ul id="whatif-list" class="whatif-list"></ul>
  <div class="dialog-actions">
    <button type="button" id="whatif-stock">All as in the catalogue</button>
    <button type="button" id="whatif-close">Close</button>
  </div>
</dialog>`);

// Those that decide most come first; the rest of the data sheet follows in its own order.
const FIRST = ['memory.bandwidth', 'memory.capacity', 'clock.sustained', 'units.count', 'power.tdp', 'power.modes.0.cap', 'process.node'];
const WORDS = { 'memory.bandwidth': 'Memory bandwidth', 'memory.capacity': 'Memory capacity', 'clock.sustained': 'Clock', 'units.count': 'Units',
  'power.tdp': 'TDP', 'power.modes.0.cap': 'Power cap', 'process.node': 'Process node', price: 'Price' };

const title = (path) => WORDS[path] ?? path.split('.').join(' · ').replaceAll('_', ' ');

/** `device()` → id; `figures(id)` → [{path, value, stock, unit}]; `set(edit)` makes one and gives what is wrong with it. */
export class WhatIfDialog {
  #dialog = byId('whatif-dialog');
  #device;
  #figures;
  #set;
  #id = '';

  constructor({ device, figures, set }) {
    this.#device = device;
    this.#figures = figures;
    this.#set = set;
    byId('whatif-close').addEventListener('click', () => this.#dialog.close());
    byId('whatif-stock').addEventListener('click', () => {
      this.#change('');
      this.update();
    });
    byId('whatif-find').addEventListener('input', () => this.#filter());
    this.#dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#dialog.close(); // not modal: the browser does not
    });
  }

  /** Asked for again, it closes. */
  open() {
    if (this.#dialog.open) {
      this.#dialog.close();
      return;
    }
    this.#dialog.show();
    this.#id = '';
    this.update();
    byId('whatif-find').focus();
  }

  /** The picture changed: another device may be picked, another figure set. */
  update() {
    if (!this.#dialog.open) return;
    const id = this.#device();
    const figures = this.#figures(id);
    if (id !== this.#id) {
      this.#id = id;
      byId('whatif-heading').textContent = `What if: ${id}`;
      byId('whatif-find').value = '';
      const place = ({ path }) => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length);
      byId('whatif-list').replaceChildren(...[...figures].sort((a, b) => place(a) - place(b)).map((figure) => this.#row(figure)));
    }
    byId('whatif-none').hidden = figures.length > 0;
    for (const { path, value, stock, unit } of figures) {
      const row = byId('whatif-list').querySelector(`[data-path="${CSS.escape(path)}"]`);
      const input = row.querySelector('input');
      if (document.activeElement !== input) input.value = value;
      row.classList.toggle('changed', value !== stock);
      row.querySelector('.stock').textContent = value === stock ? unit : `${unit} (${stock})`.trim();
    }
  }

  // While a number is being typed it may be none that a chip can have: said, and what was shown stays.
  #change(edit) {
    const wrong = this.#set(edit);
    byId('whatif-wrong').textContent = wrong;
  }

  #row({ path, value }) {
    const id = this.#id;
    const input = element('input', { type: 'number', min: 0, step: 'any', inputmode: 'decimal', autocomplete: 'off', value, oninput: () => {
      if (input.value === '' || !Number.isFinite(input.valueAsNumber) || input.valueAsNumber < 0) return;
      this.#change(`${id}.${path}=${input.value}`);
    }, onchange: () => {
      if (input.value === '') this.#change(`${id}.${path}=`);
    } });
    return element('li', { dataset: { path } }, element('label', {}, element('span', {}, title(path)), input), element('span', { class: 'stock' }));
  }

  #filter() {
    const words = byId('whatif-find').value.toLowerCase().trim();
    for (const row of byId('whatif-list').children) row.hidden = !`${row.dataset.path} ${row.textContent}`.toLowerCase().includes(words);
  }
}
