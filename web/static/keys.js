// Keys that reach the page's actions; the palette (Ctrl/Cmd+K) and the sheet of keys (?) arrive when they are first asked for.

import { byId } from './dom.js';
import { OnDemand } from './tools.js';

const PANEL_KEYS = ['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9'];

/** `page` is what app.js gives every part of the page; `openPanel(id)`, `openNamed(sample)`. */
export function followKeys(page) {
  const { state, openPanel, tools } = page;
  const focusOn = (id) => () => {
    if (!state.model) return;
    byId('settings-box').open = true;
    byId(id)?.focus();
  };
  const openNumbered = (index) => {
    const tab = byId('panels').children[index];
    if (tab && state.model) openPanel(tab.dataset.panel);
  };
  const whenShown = (tool) => () => state.model && tool.open();
  // Those with a hint are listed in the sheet.
  const keys = {
    ...Object.fromEntries(PANEL_KEYS.map((code, index) => [code, { run: () => openNumbered(index) }])),
    KeyO: { label: 'O', hint: 'Open a model', run: () => byId('open').click() },
    KeyB: { label: 'B', hint: 'Batch', run: focusOn('dimension-batch') },
    KeyP: { label: 'P', hint: 'Precision', run: focusOn('setting-precision') },
    KeyD: { label: 'D', hint: 'Devices', run: focusOn('setting-deployment') },
    KeyF: { label: 'F', hint: 'Find in the tables', run: focusOn('find') },
    KeyE: { label: 'E', hint: 'Export the panel', run: whenShown(tools.exporting) },
    KeyC: { label: 'C', hint: 'Columns of the comparison', run: whenShown(tools.columns) },
    KeyW: { label: 'W', hint: 'What if a device were different', run: whenShown(tools.whatIf) },
  };
  const palette = new OnDemand(async () => {
    const [{ Palette }, { actionsOf }] = await Promise.all([import('./palette.js'), import('./actions.js')]);
    return new Palette(() => actionsOf({ ...page, focusOn }));
  });
  const sheet = new OnDemand(async () => {
    const { KeySheet } = await import('./key_sheet.js');
    return new KeySheet(Object.values(keys));
  });

  const isTyping = (event) => document.querySelector('dialog:modal') !== null || event.target.closest?.('input, select, textarea, [contenteditable]') !== null;
  addEventListener('keydown', (event) => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (command && event.code === 'KeyK') {
      event.preventDefault();
      palette.open();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === '?') sheet.open();
    else if (keys[event.code] && !event.shiftKey) keys[event.code].run();
    else return;
    event.preventDefault();
  });
}
