// The view in the address bar: every change is there at once, Back and Forward walk through models and views, and undo and redo
// through the settings of the model that is open.

const DEPTH = 100;

export class Address {
  #restore;
  #past = [];
  #future = [];
  #now = null;
  #restoring = false;

  /** `restore(link)` shows what a link says; it may be asynchronous. */
  constructor(restore) {
    this.#restore = restore;
    addEventListener('popstate', () => {
      if (location.hash === '' || this.asked) this.#go(this.asked); // else a place on the page, not a view
    });
    addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.code !== 'KeyZ') return;
      if (event.target.closest?.('input:not([type="number"]), textarea')) return; // the field's own undo
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    });
  }

  /** What the address asks for when the page opens; '' for nothing. */
  get asked() { return /^#v\d+\./.test(location.hash) ? location.hash : ''; }

  /** A model or a view was opened: a new entry of the browser's history; undo does not go back behind it. */
  opened(link) {
    if (this.#restoring) history.replaceState(null, '', link);
    else if (link !== location.hash) history.pushState(null, '', link);
    this.#past = [];
    this.#future = [];
    this.#now = link;
  }

  /** A setting changed. */
  changed(link) {
    if (link === this.#now) return;
    if (this.#now !== null && !this.#restoring) {
      this.#past.push(this.#now);
      if (this.#past.length > DEPTH) this.#past.shift();
      this.#future = [];
    }
    this.#now = link;
    history.replaceState(null, '', link);
  }

  undo() { this.#step(this.#past, this.#future); }
  redo() { this.#step(this.#future, this.#past); }

  #step(from, to) {
    const link = from.pop();
    if (link === undefined) return;
    to.push(this.#now);
    this.#go(link);
  }

  async #go(link) {
    this.#restoring = true;
    try {
      await this.#restore(link);
    } finally {
      this.#restoring = false;
    }
  }
}
