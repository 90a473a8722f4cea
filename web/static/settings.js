// The scenario as labelled HTML inputs, the same state as the controls on the canvas.

import { byId, element } from './dom.js';

/** `set(option, value)` and `bind(symbol, number)` are called on change. */
export class SettingsForm {
  #fields = new Map();
  #set;
  #bind;

  constructor({ set, bind }) {
    this.#set = set;
    this.#bind = bind;
    byId('settings').addEventListener('submit', (event) => event.preventDefault());
  }

  /** `fixed`: the model came without its graph, so its dimensions cannot be changed. */
  update(view, { fixed = false } = {}) {
    byId('settings').hidden = !view.has_model;
    const wanted = new Set();
    for (const setting of view.settings) {
      wanted.add(setting.option);
      const select = this.#field(setting.option, setting.label, 'setting-fields', () => this.#select(setting));
      if (select.value !== setting.value) select.value = setting.value;
    }
    for (const dimension of view.dimensions) {
      wanted.add(`dim-${dimension.symbol}`);
      const label = dimension.origin === 'assumed' ? `${dimension.label} (assumed)` : dimension.label;
      const input = this.#field(`dim-${dimension.symbol}`, label, 'dimension-fields', () => this.#number(dimension));
      input.disabled = fixed;
      if (document.activeElement !== input || !input.dataset.editing) input.value = dimension.value;
    }
    for (const [name, { box }] of this.#fields) {
      if (wanted.has(name)) continue;
      box.remove();
      this.#fields.delete(name);
    }
  }

  #field(name, label, parent, make) {
    const known = this.#fields.get(name);
    if (known) {
      known.title.textContent = label;
      return known.input;
    }
    const input = make();
    const title = element('span', {}, label);
    const box = element('label', { class: 'field' }, title, input);
    byId(parent).append(box);
    this.#fields.set(name, { box, title, input });
    return input;
  }

  #select(setting) {
    return element('select', { name: setting.option, id: `setting-${setting.option}`, onchange: (event) => this.#set(setting.option, event.target.value) },
      ...setting.choices.map((choice) => element('option', { value: choice.value }, choice.label)));
  }

  #number(dimension) {
    return element('input', {
      type: 'number', name: dimension.symbol, id: `dimension-${dimension.symbol}`, min: dimension.least, step: 1, inputmode: 'numeric', autocomplete: 'off',
      oninput: (event) => { event.target.dataset.editing = '1'; },
      onchange: (event) => {
        delete event.target.dataset.editing;
        const value = Number(event.target.value);
        if (Number.isInteger(value) && value >= dimension.least) this.#bind(dimension.symbol, value);
        else event.target.value = dimension.value;
      },
    });
  }
}
