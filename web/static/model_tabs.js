// The models that are open. One is shown; the others keep what they were resolved to, for going back and for comparing two.

import { byId, element } from './dom.js';

const MOST = 8; // each keeps its structure in memory

export class ModelTabs {
  #tabs = []; // {model, workload: Uint8Array, seen: {link, bindings}}
  #told = 0; // how many others there were
  #show;
  #changed;

  /** `show(tab)` brings one back; `changed(others)` is told the tabs beside the one shown. */
  constructor({ show, changed }) {
    this.#show = show;
    this.#changed = changed;
  }

  /** `model` is shown, as resolved in `workload`. */
  shown(model, workload) {
    const name = model.name;
    this.#tabs = this.#tabs.filter((tab) => tab.model === model || tab.model.name !== name);
    const known = this.#tabs.find((tab) => tab.model === model);
    if (known) known.workload = workload;
    else this.#tabs.push({ model, workload, seen: {} });
    if (this.#tabs.length > MOST) this.#tabs.splice(this.#tabs.findIndex((tab) => tab.model !== model), 1);
    this.#tell(model);
  }

  /** A model is shown that cannot be gone back to: its structure is only in the link. */
  current(model) {
    this.#tell(model);
  }

  /** How `model` is seen, for going back to it: {link, bindings}. */
  remember(model, seen) {
    const tab = this.#tabs.find((each) => each.model === model);
    if (tab) tab.seen = seen;
  }

  close(model, current) {
    const at = this.#tabs.findIndex((tab) => tab.model === model);
    if (at < 0) return;
    this.#tabs.splice(at, 1);
    if (model !== current) this.#tell(current);
    else if (this.#tabs.length > 0) this.#show(this.#tabs[Math.max(0, at - 1)]);
  }

  #tell(current) {
    const bar = byId('models');
    const others = this.#tabs.filter((tab) => tab.model !== current);
    bar.hidden = others.length === 0;
    bar.replaceChildren(...this.#tabs.map((tab) => element('span', { class: 'model-tab' },
      element('button', { type: 'button', 'aria-current': tab.model === current ? 'true' : undefined, onclick: () => tab.model !== current && this.#show(tab) }, tab.model.name),
      element('button', { type: 'button', class: 'close', 'aria-label': `Close ${tab.model.name}`, onclick: () => this.close(tab.model, current) }, '×'))));
    if (others.length > 0 || this.#told > 0) this.#changed(others.map(({ model, workload }) => ({ name: model.name, workload })));
    this.#told = others.length;
  }
}
