// Which rows of the tables are shown: those that hold certain words.

import { byId } from './dom.js';

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
