// All actions by name (Ctrl/Cmd+K).

import { byId, element } from './dom.js';

const SHOWN = 12;

/** Letters of `wanted` in the order of `text`; a smaller number is a better match, null is none. */
export function distance(text, wanted) {
  const haystack = text.toLowerCase();
  const needle = wanted.toLowerCase().replace(/\s+/g, '');
  const at = haystack.replace(/\s+/g, '').indexOf(needle);
  if (at >= 0) return at;
  let from = -1;
  let gaps = 100;
  for (const letter of needle) {
    const next = haystack.indexOf(letter, from + 1);
    if (next < 0) return null;
    gaps += next - from - 1;
    from = next;
  }
  return gaps;
}

/** `actions()` → [{title, detail, run}] at the time of asking. */
export class Palette {
  #dialog = byId('palette');
  #input = byId('palette-input');
  #list = byId('palette-list');
  #actions;
  #found = [];
  #active = 0;

  constructor(actions) {
    this.#actions = actions;
    this.#input.addEventListener('input', () => this.#fill());
    this.#input.addEventListener('keydown', (event) => this.#key(event));
  }

  open() {
    if (this.#dialog.open) return;
    this.#input.value = '';
    this.#dialog.showModal();
    this.#fill();
  }

  #fill() {
    const wanted = this.#input.value.trim();
    this.#found = this.#actions()
      .map((action) => ({ action, distance: distance(`${action.title} ${action.detail}`, wanted) }))
      .filter((entry) => entry.distance !== null)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, SHOWN)
      .map(({ action }) => action);
    this.#active = 0;
    this.#list.replaceChildren(...this.#found.map((action, index) =>
      element('li', { role: 'option', id: `palette-${index}`, onclick: () => this.#run(index) }, element('span', {}, action.title), element('small', {}, action.detail))));
    if (this.#found.length === 0) this.#list.append(element('li', { role: 'option', 'aria-disabled': 'true' }, 'Nothing is called that.'));
    this.#mark();
  }

  #mark() {
    [...this.#list.children].forEach((item, index) => item.setAttribute('aria-selected', String(index === this.#active && this.#found.length > 0)));
    this.#input.setAttribute('aria-activedescendant', this.#found.length > 0 ? `palette-${this.#active}` : '');
    this.#list.children[this.#active]?.scrollIntoView({ block: 'nearest' });
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.#found.length > 0) this.#active = (this.#active + step + this.#found.length) % this.#found.length;
    else if (event.key === 'Enter') this.#run(this.#active);
    else return;
    event.preventDefault();
    this.#mark();
  }

  #run(index) {
    const action = this.#found[index];
    if (!action) return;
    this.#dialog.close();
    action.run();
  }
}
