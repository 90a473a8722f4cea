// A model that the page's own address names (?url=models/a.onnx): files of this site only, for the page talks to no other.

import { alertError, say } from './messages.js';

/** `open(files)` as for files that were dropped. */
export async function openFromAddress(given, open) {
  const title = 'This address cannot be opened';
  if (!URL.canParse(given, location.href)) {
    alertError({ message: `"${given}" is no address`, advice: 'Drop the model here instead.' }, title);
    return;
  }
  const url = new URL(given, location.href);
  if (url.origin !== location.origin) {
    alertError({ message: `${url.href} is on another site, and this page talks to no other`, advice: 'Download the model and drop it here.' }, title);
    return;
  }
  say(`Fetching ${url.pathname}…`);
  try {
    const response = await fetch(url, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    await open([new File([await response.blob()], decodeURIComponent(url.pathname.split('/').pop()) || 'model.onnx')]);
  } catch (error) {
    alertError({ message: `${url.href} could not be fetched: ${error.message}`, advice: 'Download the model and drop it here.' }, title);
  }
}
