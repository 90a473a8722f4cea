// Views as links: what the address bar shows, what a link or a .whichchip file brings back, and what Share gives away.

import { alertError, clearAlerts, say } from './messages.js';

/** What the dimensions of a view are decided by: two requests with equal ones need no new resolution. */
export function bindingsOf(request) {
  const { batch, dims, phase, 'cost-like': costLike } = JSON.parse(request);
  return JSON.stringify([batch, dims, phase, costLike]);
}

export class Links {
  #page;

  /** `page`: {state, tabs, opening, address, refresh(), chooseView(), closeModel()}, as app.js has them. */
  constructor(page) {
    this.#page = page;
  }

  get #engine() { return this.#page.state.engine.page; }

  #options(options = {}) {
    const { state } = this.#page;
    return { sample: state.model?.sample ?? '', title: state.title, report: state.wantsReport, names: false, model: false, ...options };
  }

  /** What the address bar shows: the settings and a sample's name, never a model of the user's. */
  settings() { return this.#engine.link(this.#options()).value; }

  /** Brings the page to what a link says; '' is the start page. */
  async restore(link) {
    if (link) await this.#show(() => this.#engine.restoreLink(link), 'This link cannot be opened');
    else if (this.#page.state.model) this.#page.closeModel();
  }

  async restoreDocument(name, bytes) {
    await this.#show(() => this.#engine.restoreDocument(bytes), `${name} cannot be opened`);
  }

  async #show(take, title) {
    const { state, tabs } = this.#page;
    const result = take();
    if (result.error) {
      alertError(result.error, title);
      return;
    }
    clearAlerts();
    const seen = result.value;
    state.title = seen.title;
    state.wantsReport = seen.report;
    if (seen.sample && seen.sample !== state.model?.sample) {
      const sample = (await state.samples).find(({ name }) => name === seen.sample);
      if (!sample) {
        alertError({ message: `there is no sample '${seen.sample}' here`, advice: 'open the model itself' }, title);
        return;
      }
      await this.#page.opening.sample(sample, true);
    } else if (seen.has_model) {
      state.turn += 1;
      state.model = { file: null, name: seen.name, sample: '' };
      tabs.current(state.model);
      state.bindings = bindingsOf(this.#engine.request());
    } else if (!state.model) {
      state.settled = true;
      say('This link holds settings. Drop the model that they are for.');
    }
    if (state.model) {
      this.#page.refresh();
      await this.#page.opening.followChanges();
    }
    this.#page.chooseView();
    if (seen.changed) say(seen.changed);
  }

  /** For the share dialog: {link, error, command, holdsModel}. */
  describe(options) {
    const { state, address } = this.#page;
    state.title = options.title;
    address.changed(this.settings());
    const holdsModel = !state.model.sample;
    const link = this.#engine.link(this.#options({ ...options, model: holdsModel }));
    return { link: link.value && new URL(link.value, location.href).href, error: link.error, command: this.#engine.commandLine(state.model.sample || state.model.name), holdsModel };
  }

  documentOf(options) {
    return this.#engine.document(this.#options({ ...options, model: !this.#page.state.model.sample })).value;
  }
}
