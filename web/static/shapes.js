// The shapes of inputs that a file does not say, asked of the user.

import { byId, element } from './dom.js';
import { clearAlerts, say } from './messages.js';

/** Asks for the shapes of `inputs`; `given(input, dims)` is called for each that is answered, then `done`. */
export function askShapes(inputs, given, done) {
  const title = 'Which shapes does this model take?';
  const fields = inputs.map((name) => element('input', { type: 'text', name, placeholder: '1×3×224×224', autocomplete: 'off' }));
  const form = element('form', {
    class: 'choice', 'aria-labelledby': 'choice-title', tabindex: -1,
    onsubmit: (event) => {
      event.preventDefault();
      for (const { name, value } of fields) given(name, (value.match(/\d+/g) ?? []).map(Number));
      done();
    },
  }, element('h2', { id: 'choice-title' }, title),
  element('p', {}, 'The file does not say, and until it is said what follows from them is unknown.'),
  ...fields.map((field) => element('label', { class: 'field' }, element('span', {}, field.name), field)),
  element('button', { type: 'submit' }, 'Use them'), ' ', element('button', { type: 'button', onclick: clearAlerts }, 'Close'));
  byId('alerts').replaceChildren(form);
  form.focus();
  say(title);
}
