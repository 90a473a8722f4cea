// What the page tells: the status line, errors, progress, and a question with several answers.

import { byId, compact, element } from './dom.js';

/** One sentence in the status line, which readers announce. */
export const say = (text) => { byId('status').textContent = text; };

export function clearAlerts() {
  byId('alerts').replaceChildren();
}

/** What, where, what to do; focus moves to it. */
export function alertError(error, title = '') {
  const parts = [element('h2', {}, title || 'This did not work'), element('p', { class: 'what' }, sentence(error.message))];
  if (error.where) parts.push(element('p', { class: 'where' }, `Where: ${error.where}`));
  if (error.advice) parts.push(element('p', { class: 'advice' }, sentence(error.advice)));
  const card = element('div', { class: 'alert', role: 'alert', tabindex: -1 }, element('div', {}, ...parts),
    element('button', { type: 'button', onclick: clearAlerts }, 'Close'));
  byId('alerts').replaceChildren(card);
  card.focus();
}

function sentence(text) {
  const trimmed = String(text).trim();
  if (!trimmed) return '';
  const start = trimmed[0].toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

export function showProgress(text, fraction = null) {
  byId('progress').hidden = false;
  byId('progress-text').textContent = text;
  if (fraction === null) byId('progress-bar').removeAttribute('value');
  else byId('progress-bar').value = fraction;
}

export const hideProgress = () => { byId('progress').hidden = true; };

/** Asks which of several models is meant; `choices` are {name, bytes}, `open` gets the name. */
export function offerChoice(title, choices, open) {
  const buttons = choices.map(({ name, bytes }) =>
    element('li', {}, element('button', { type: 'button', onclick: () => open(name) }, `${name} (${compact(bytes, 'B')})`)));
  const card = element('div', { class: 'choice', role: 'group', 'aria-labelledby': 'choice-title', tabindex: -1 },
    element('h2', { id: 'choice-title' }, title), element('ul', {}, ...buttons),
    element('button', { type: 'button', onclick: clearAlerts }, 'Close'));
  byId('alerts').replaceChildren(card);
  card.focus();
  say(title);
}
