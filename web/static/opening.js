// Opening models: a file or sample goes to the Worker, what it was resolved to comes back and is shown. What the page cannot do
// alone, because the model's graph is in the Worker, is asked for here, too: other dimensions, and panels made from the graph.

import { keepDimensions, keptDimensions } from './dimensions.js';
import { breathe, compact } from './dom.js';
import { modelsAmong, neighboursOf } from './files.js';
import { bindingsOf } from './links.js';
import { alertError, clearAlerts, hideProgress, offerChoice, say, showProgress } from './messages.js';
import { fetchSample } from './samples.js';

const SPARE_MS = 1000; // without a change

export class Opening {
  #page;
  #resolving = false;
  #asking = false;
  #spare = 0;
  #telling = null; // promise, while other settings are being told

  /** `page`: {state, tabs, links, refresh(), chooseView()}, as app.js has them. */
  constructor(page) {
    this.#page = page;
  }

  get #state() { return this.#page.state; }

  /** After a change of the settings: other dimensions first, then a panel's question. */
  async followChanges() {
    await this.#followBindings();
    await this.#followQuestion();
  }

  /** What takes the model at other batches: in spare time, or at once for who takes the figures away. */
  otherSettings() {
    return this.#telling ??= this.#tellOtherSettings().finally(() => { this.#telling = null; });
  }

  async #tellOtherSettings() {
    const { model, engine: { page, reader } } = this.#state;
    if (!model?.file) return;
    for (let question = page.otherSettingsQuestion(); question; question = page.otherSettingsQuestion()) {
      const answer = await reader.otherSettings(model, question).catch(() => null);
      if (!answer || this.#state.model !== model) return; // something else is wanted
      page.otherSettingsAnswer(question, answer);
      this.#page.refresh();
    }
  }

  /** A panel needs more of the graph than is shown. The latest question wins. */
  async #followQuestion() {
    const state = this.#state;
    clearTimeout(this.#spare);
    this.#spare = setTimeout(() => this.otherSettings(), SPARE_MS);
    if (this.#asking || this.#resolving || !state.model) return;
    const { page, reader } = state.engine;
    this.#asking = true;
    try {
      for (let question = page.graphQuestion(); question && state.model; question = page.graphQuestion()) {
        const { model } = state;
        if (!model.file) {
          page.graphRefused(question, 'This view holds the model with the dimensions that it was shared with. Open the ONNX file itself to see others.');
          this.#page.refresh();
          break;
        }
        showProgress('Computing…');
        try {
          const answer = await reader.ask(model, page.request(), question);
          if (state.model === model) page.graphAnswer(question, answer);
        } catch (error) {
          if (error.name === 'Cancelled') break; // other dimensions, another model, or the user's wish
          page.graphRefused(question, [error.message, error.advice].filter(Boolean).join('. '));
        }
        this.#page.refresh();
      }
    } finally {
      this.#asking = false;
      if (!this.#resolving) hideProgress();
    }
  }

  /** A dimension changed: the Worker, which holds the graph, resolves the model anew. The latest wish wins. */
  async #followBindings() {
    const state = this.#state;
    if (this.#resolving) return;
    const { page, reader } = state.engine;
    if (!state.model.file) {
      if (bindingsOf(page.request()) === state.bindings) return;
      page.abandonDimensions();
      this.#page.refresh();
      alertError({ message: 'this view holds the model with the dimensions that it was shared with', advice: 'open the ONNX file to change them' }, 'These dimensions cannot be changed');
      return;
    }
    this.#resolving = true;
    const { turn } = state;
    try {
      for (let request = page.request(); state.model && bindingsOf(request) !== state.bindings; request = page.request()) {
        const { model } = state;
        showProgress(`Resolving ${model.name} with other dimensions…`);
        const { workload } = await reader.resolve(model, request);
        if (state.model === model) await this.#show(model, workload, request);
        if (!model.sample) keepDimensions(this.#shownDimensions(), JSON.parse(request).dims);
      }
    } catch (error) {
      if (turn !== state.turn) return; // another model is being opened, with dimensions of its own
      if (error.name !== 'Cancelled' && !state.model.sample) keepDimensions(this.#shownDimensions(), {});
      page.abandonDimensions();
      this.#page.refresh();
      if (error.name !== 'Cancelled') alertError(error, 'These dimensions do not fit the model');
    } finally {
      this.#resolving = false;
      if (turn === state.turn) hideProgress();
    }
  }

  #shownDimensions() { return JSON.parse(this.#state.engine.page.view()).dimensions; }

  /** A model of the user's starts with the dimensions that they last set under the same names. */
  async #recallDimensions() {
    const kept = keptDimensions(this.#shownDimensions());
    if (kept.length === 0) return;
    for (const [symbol, value] of kept) this.#state.engine.page.setDimension(symbol, value);
    await this.#followBindings();
    if (this.#shownDimensions().some(({ symbol, value }) => symbol === kept[0][0] && value === kept[0][1]))
      say(`${kept.map(([symbol, value]) => `${symbol} = ${value}`).join(', ')}, as you set it last. Undo goes back to the default.`);
  }

  /** A file that does not say the shapes of its inputs: the user may know them. */
  async #askShapes() {
    const { page } = this.#state.engine;
    const { shapeless } = JSON.parse(page.view()).model;
    if (shapeless.length === 0) return;
    const { askShapes } = await import('./shapes.js');
    askShapes(shapeless, (input, dims) => dims.forEach((dim, axis) => page.setDimension(`${input}.${axis}`, dim)), () => {
      clearAlerts();
      this.followChanges();
    });
  }

  /** Shows a workload that was resolved for `request`. */
  async #show(model, workload, request) {
    const result = this.#state.engine.page.open(workload);
    if (result.error) throw Object.assign(new Error(result.error.message), result.error);
    this.#state.bindings = bindingsOf(request);
    this.#page.tabs.shown(model, workload);
    await breathe();
    if (this.#state.model === model) this.#page.refresh();
  }

  /**
   * Opens what `fetchFile` gives (a File or Blob) under `name`. A later call takes the place of an earlier one. `sample`: its row
   * in the manifest; `keep`: the dimensions that a link has set stay; `member`, `neighbours`: as ModelReader.open takes them.
   */
  async model(name, fetchFile, options = {}) {
    const state = this.#state;
    const { sample = null, member = '', neighbours = {} } = options;
    const settled = state.settled && !sample;
    const keep = options.keep || settled;
    clearAlerts();
    if (!state.engine) {
      state.waiting = () => this.model(name, fetchFile, options);
      showProgress(`${name} waits for the engine…`);
      return;
    }
    const { page, reader } = state.engine;
    const turn = ++state.turn;
    showProgress(`Reading ${name}…`);
    try {
      const file = await fetchFile();
      if (turn !== state.turn) return;
      const request = page.start(sample?.default_dims ?? {}, keep);
      const model = { file, name, member, neighbours, sample: sample?.name ?? '', defaults: sample?.default_dims ?? {} };
      const { workload, choices } = await reader.open(model, request, (offset, size) =>
        showProgress(`Reading ${name}: ${compact(offset, 'B')} of ${compact(size, 'B')}`, size > 0 ? offset / size : null));
      if (choices) {
        page.abandonDimensions();
        offerChoice(`${name} holds ${choices.length} models: which one?`, choices,
          (chosen) => this.model(name, fetchFile, { ...options, member: chosen }));
        return;
      }
      state.model = model;
      state.settled = false;
      if (!keep) state.title = '';
      await this.#show(model, workload, request);
      if (turn !== state.turn) return;
      this.#page.chooseView();
      if (!keep && !model.sample) await this.#recallDimensions();
      if (turn !== state.turn) return;
      await this.#askShapes();
      this.#followQuestion();
    } catch (error) {
      if (turn !== state.turn) return;
      page.abandonDimensions();
      if (error.name === 'Cancelled') {
        say(`Stopped reading ${name}.`);
        return;
      }
      if (settled) { // the settings may be another model's
        state.settled = false;
        this.model(name, fetchFile, options);
        return;
      }
      alertError(error, `${name} cannot be analysed`);
      say(`${name} cannot be analysed.`);
    } finally {
      if (turn === state.turn) hideProgress();
    }
  }

  /** Files that came together: one model, several to choose from, or a .whichchip document. */
  async files(files) {
    const models = modelsAmong(files);
    if (models.length === 1 && /\.whichchip$/i.test(models[0].name)) return this.#document(models[0]);
    const open = (model) => this.model(model.name, async () => model, { neighbours: neighboursOf(model, files) });
    if (models.length === 1) return open(models[0]);
    return offerChoice(`You gave ${models.length} models: which one first?`, models.map(({ name, size }) => ({ name, bytes: size })),
      (name) => open(models.find((model) => model.name === name)));
  }

  async #document(file) {
    if (!this.#state.engine) {
      this.#state.waiting = () => this.#document(file);
      return showProgress(`${file.name} waits for the engine…`);
    }
    return this.#page.links.restoreDocument(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  /** A row of the samples' manifest. */
  sample(sample, keep = false) {
    return this.model(sample.name, () => fetchSample(sample), { sample, keep });
  }
}
