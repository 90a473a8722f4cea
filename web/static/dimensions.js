// Dimensions as the user last set them, by name: where their next model starts.

import { preferences } from './preferences.js';

const MOST = 64; // the latest of them
const LONGEST = 64; // characters of a name

// Exporters number what they have no name for, and what a node finds belongs to its model: such names mean something
// else in the next one.
const means = (symbol) => symbol !== 'batch' && symbol.length <= LONGEST && !/(\d|\.count|\.trips)$/.test(symbol);

/** A model of the user's with the dimensions `shown` ([{symbol}]) was resolved with `dims` ({symbol: value}). */
export function keepDimensions(shown, dims) {
  const kept = preferences.get('dimensions', {});
  for (const { symbol } of shown.filter(({ symbol }) => means(symbol))) {
    delete kept[symbol];
    if (symbol in dims) kept[symbol] = dims[symbol];
  }
  preferences.set('dimensions', Object.fromEntries(Object.entries(kept).slice(-MOST)));
}

/** Those of the dimensions shown ([{symbol, value}]) that were last set to something else: [[symbol, value]]. */
export function keptDimensions(shown) {
  const kept = preferences.get('dimensions', {});
  return shown.filter(({ symbol, value, least }) => means(symbol) && Number.isInteger(kept[symbol]) && kept[symbol] >= least && kept[symbol] !== value)
    .map(({ symbol }) => [symbol, kept[symbol]]);
}
