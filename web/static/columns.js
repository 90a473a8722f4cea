// Which columns of the comparison are shown; the choice outlives the visit.

import { byId, element } from './dom.js';
import { preferences } from './preferences.js';

document.body.insertAdjacentHTML('beforeend', `
<dialog id="columns-dialog" class="dialog" aria-labelledby="columns-heading">
  <h2 id="columns-heading">Columns of the comparison</h2>
  <ul id="columns-list" class="columns-list"></ul>
  <div class="dialog-actions">
    <button type="button" id="columns-usual">As usual</button>
    <button type="button" id="columns-close">Close</button>
  </div>
</dialog>`);

/** `columns()` → [{key, title, primary, help}] of the comparison; `show(key, shown)` changes one, that of no name all back. */
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
      this.#show('', true);
      this.#fill();
    });
  }

  open() {
    this.#fill();
    this.#dialog.showModal();
  }

  #fill() {
    byId('columns-list').replaceChildren(...this.#columns().map(({ key, title, help, primary }) => {
      const box = element('input', { type: 'checkbox', dataset: { column: key }, onchange: () => {
        preferences.set('columns', { ...preferences.get('columns', {}), [key]: box.checked });
        this.#show(key, box.checked);
      } });
      box.checked = primary;
      box.disabled = key === 'hardware';
      return element('li', {}, element('label', { title: help || undefined }, box, ` ${title || key}`));
    }));
  }
}
