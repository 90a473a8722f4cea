// What of the tables is shown: rows that hold certain words, and the comparison's columns.

import { byId, element } from './dom.js';
import { preferences } from './preferences.js';

const TYPING_MS = 120;

/** `find(words)` is called when typing pauses. */
export function followFind(find) {
  const field = byId('find');
  let waiting = 0;
  field.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => find(field.value.trim()), TYPING_MS);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || field.value === '') return;
    event.preventDefault();
    field.value = '';
    find('');
  });
}

/** `columns()` → [{key, title, primary, help}] of the comparison; `show(key, shown)` changes one. */
export class ColumnsDialog {
  #dialog = byId('columns-dialog');
  #columns;
  #show;

  constructor({ columns, show }) {
    this.#columns = columns;
    this.#show = show;
    byId('columns').addEventListener('click', () => this.open());
    byId('columns-close').addEventListener('click', () => this.#dialog.close());
    byId('columns-usual').addEventListener('click', () => {
      preferences.set('columns', {});
      location.reload();
    });
  }

  /** The choices of earlier visits. */
  static remembered() {
    return Object.entries(preferences.get('columns', {}));
  }

  open() {
    byId('columns-list').replaceChildren(...this.#columns().map(({ key, title, help, primary }) => {
      const box = element('input', { type: 'checkbox', dataset: { column: key }, onchange: () => {
        preferences.set('columns', { ...preferences.get('columns', {}), [key]: box.checked });
        this.#show(key, box.checked);
      } });
      box.checked = primary;
      box.disabled = key === 'hardware';
      return element('li', {}, element('label', { title: help || undefined }, box, ` ${title || key}`));
    }));
    this.#dialog.showModal();
  }
}
