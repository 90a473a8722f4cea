// The list of keys (?).

import { byId, element } from './dom.js';

document.body.insertAdjacentHTML('beforeend', `
<dialog id="key-sheet" class="dialog" aria-labelledby="key-heading">
  <h2 id="key-heading">Keys</h2>
  <dl id="key-list" class="keys"></dl>
  <div class="dialog-actions"><button type="button" id="key-sheet-close">Close</button></div>
</dialog>`);

export class KeySheet {
  /** `keys`: [{label, hint}]; those without a hint are not listed. */
  constructor(keys) {
    byId('key-sheet-close').addEventListener('click', () => byId('key-sheet').close());
    byId('key-list').replaceChildren(...[['Ctrl or ⌘ K', 'All actions'], ['Ctrl or ⌘ Z, with Shift', 'Undo, redo'], ['?', 'This sheet'], ['1 … 9', 'Panels in their order'],
      ...keys.filter(({ hint }) => hint).map(({ label, hint }) => [label, hint])]
      .map(([label, hint]) => element('div', {}, element('dt', {}, element('kbd', {}, label)), element('dd', {}, hint))));
  }

  open() {
    if (!byId('key-sheet').open) byId('key-sheet').showModal();
  }
}
