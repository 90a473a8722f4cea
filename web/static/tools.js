// What nobody needs for a first result arrives when it is first asked for: the dialogs, and the list of all actions.

import { byId } from './dom.js';
import { alertError, say } from './messages.js';

/** `open()` of what `load()` gives a promise of; `made` is that, once it is there. */
export class OnDemand {
  made = null;
  #load;
  #coming = null;

  constructor(load) {
    this.#load = load;
  }

  async open() {
    try {
      this.made = await (this.#coming ??= this.#load());
    } catch (error) {
      this.#coming = null; // the next time may go better
      alertError({ message: error.message, advice: 'Reload the page' }, 'This part of the page could not be loaded');
      return;
    }
    this.made.open();
  }
}

/** The arguments are the page's own, as app.js has them. Gives {sharing, exporting, columns, whatIf}, each an OnDemand. */
export function makeTools({ state, links, opening, change, refresh, baseName, shownPanel }) {
  const sharing = new OnDemand(async () => {
    const { ShareDialog } = await import('./share.js');
    return new ShareDialog({
      say,
      name: () => state.title || baseName(),
      describe: (options) => links.describe(options),
      documentOf: (options) => links.documentOf(options),
    });
  });

  const exporting = new OnDemand(async () => {
    const { ExportDialog } = await import('./exports.js');
    return new ExportDialog({
      say,
      name: () => `${baseName()}-${shownPanel()}`,
      list: () => {
        const { page } = state.engine;
        // The JSON of a panel about the graph is made from it, like the panel itself; a shared view has no graph.
        const possible = !page.jsonQuestion() || (state.model.file && !page.graphQuestion());
        return JSON.parse(page.exportables()).filter(({ id }) => id !== 'json' || possible);
      },
      content: async (id) => {
        const { page, reader, sources } = state.engine;
        await sources; // what is taken away is whole
        await opening.otherSettings();
        const question = id === 'json' ? page.jsonQuestion() : '';
        if (question) return reader.askJson(state.model, page.request(), question);
        const result = page.exported(id);
        if (result.error) throw Object.assign(new Error(result.error.message), result.error);
        return result.value;
      },
    });
  });

  const columns = new OnDemand(async () => {
    const { ColumnsDialog } = await import('./columns.js');
    return new ColumnsDialog({
      columns: () => JSON.parse(state.engine.page.twin()).comparison.columns,
      show: (key, shown) => change(() => state.engine.page.showColumn(key, shown)),
    });
  });

  const pickedDevice = () => {
    const view = JSON.parse(state.engine.page.view());
    return (view.device_picker?.value || view.selected || view.carded || '').split('@')[0];
  };
  const whatIf = new OnDemand(async () => {
    const { WhatIfDialog } = await import('./whatif.js');
    return new WhatIfDialog({
      device: pickedDevice,
      figures: (id) => JSON.parse(state.engine.page.editableFigures(id)),
      set: (edit) => {
        const { error } = state.engine.page.setOption('set', edit);
        if (!error) {
          refresh();
          opening.followChanges();
        }
        return error?.message ?? '';
      },
    });
  });

  for (const [id, tool] of Object.entries({ share: sharing, export: exporting, columns, whatif: whatIf })) byId(id).addEventListener('click', () => tool.open());
  return { sharing, exporting, columns, whatIf };
}

/** Asks for all of it ahead, so that it opens at once, and without a network. */
export const preloadTools = () => Promise.all([import('./share.js'), import('./exports.js'), import('./columns.js'), import('./whatif.js'), import('./palette.js'), import('./actions.js'), import('./key_sheet.js'), import('./shapes.js')]);
