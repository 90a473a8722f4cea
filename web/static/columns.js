// Which columns of the comparison are shown; the choice outlives the visit.

import { byId, element } from './dom.js';
import { preferences } from './preferences.js';

/** `columns()` → [{key, title, primary, help}] of the comparison; `show(key, shown)` changes one. */
export class ColumnsDialog {
  #dialog = byId('columns-dialog');
  #columns;
  #show;

  constructor({ columns, show }) {
    this.#columns = columns;
    this.#show = show;
    byId('columns-close').addEventListener('click', () => this.#dialog.close());
    byId('columns-usual').addEventListener('click', () => {
      preferences.set('columns', {});
      location.reload();
    });
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
