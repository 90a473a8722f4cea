// The share dialog: a link, a file, the command that prints the same. Made from settings and shapes, never from weights.

import { byId, element } from './dom.js';

export function saveFile(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** The clipboard, or where it is refused, the selected text of `field` or of one made for it. */
export async function copyText(text, field = null) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const made = field ?? element('textarea', { class: 'hidden', 'aria-hidden': 'true' }, text);
    if (!field) (document.querySelector('dialog[open]') ?? document.body).append(made);
    made.select();
    document.execCommand('copy');
    if (!field) made.remove();
  }
}

/**
 * `describe({names, title})` → {link: string, error, command, holdsModel}; `documentOf({names, title})` → Uint8Array;
 * `name()` → what files are called.
 */
export class ShareDialog {
  #dialog = byId('share-dialog');
  #link = byId('share-link');
  #describe;

  constructor({ describe, documentOf, name, say }) {
    this.#describe = describe;
    byId('share-close').addEventListener('click', () => this.#dialog.close());
    for (const id of ['share-names', 'share-title']) byId(id).addEventListener('input', () => this.#fill());
    byId('share-copy').addEventListener('click', async () => {
      await copyText(this.#link.value, this.#link);
      byId('share-state').textContent = 'The link is on the clipboard.';
      say('The link is on the clipboard.');
    });
    byId('share-copy-command').addEventListener('click', async () => {
      await copyText(byId('share-command').value, byId('share-command'));
      byId('share-state').textContent = 'The command is on the clipboard.';
    });
    byId('share-save').addEventListener('click', () =>
      saveFile(`${name()}.whichchip`, documentOf(this.#options()), 'application/octet-stream'));
  }

  open() {
    byId('share-state').textContent = '';
    this.#fill();
    this.#dialog.showModal();
  }

  #options() {
    return { names: byId('share-names').checked, title: byId('share-title').value.trim() };
  }

  #fill() {
    const { link, error, command, holdsModel } = this.#describe(this.#options());
    byId('share-names-field').hidden = !holdsModel;
    byId('share-what').textContent = holdsModel
      ? 'The link holds the settings and the shapes and operators of the model, never its weights.'
      : 'The link holds the settings and the name of the sample.';
    this.#link.value = link ?? '';
    byId('share-copy').disabled = !link;
    byId('share-problem').textContent = error ? `${error.message}: ${error.advice}.` : '';
    byId('share-command').value = command;
  }
}
