// Everything that can be taken away from the panel that is shown: as files, and what is text also by the clipboard.

import { byId, element } from './dom.js';
import { copyText, saveFile } from './share.js';

document.body.insertAdjacentHTML('beforeend', `
<dialog id="export-dialog" class="dialog" aria-labelledby="export-heading">
  <h2 id="export-heading">Export this panel</h2>
  <ul id="export-list" class="export-list"></ul>
  <p id="export-state" role="status"></p>
  <div class="dialog-actions"><button type="button" id="export-close">Close</button></div>
</dialog>`);

const PIXELS_PER_UNIT = 2;

/** A picture (SVG text) in pixels, on the ground that it is seen on. */
async function rasterised(svg) {
  const style = getComputedStyle(document.body);
  const coloured = svg.replace('<svg ', `<svg color="${style.color}" `);
  const picture = new Image();
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg).map(Number);
  const url = URL.createObjectURL(new Blob([coloured], { type: 'image/svg+xml' }));
  try {
    picture.width = width;
    picture.height = height;
    picture.src = url;
    await picture.decode();
    const canvas = element('canvas', { width: width * PIXELS_PER_UNIT, height: height * PIXELS_PER_UNIT });
    const context = canvas.getContext('2d');
    context.fillStyle = style.backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  } finally {
    URL.revokeObjectURL(url);
  }
}

const fileName = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60);

/** `list()` → [{id, part, form, extension, media_type}]; `content(id)` → text or a promise of it; `name()` → what files begin with. */
export class ExportDialog {
  #dialog = byId('export-dialog');
  #list;
  #content;
  #name;
  #say;

  constructor({ list, content, name, say }) {
    this.#list = list;
    this.#content = content;
    this.#name = name;
    this.#say = say;
    byId('export-close').addEventListener('click', () => this.#dialog.close());
  }

  open() {
    const rows = new Map();
    for (const each of this.#list()) {
      const key = `${each.part}\n${each.id.split(':')[1] ?? ''}\n${/^(svg|png)/.test(each.id)}`;
      if (!rows.has(key)) rows.set(key, []);
      rows.get(key).push(each);
    }
    byId('export-list').replaceChildren(...[...rows.values()].map((forms) => {
      const buttons = forms.map((each) => element('button', { type: 'button', dataset: { export: each.id }, onclick: () => this.#attempt(this.#save(each)) }, each.form));
      const text = forms.find(({ form }) => form === 'TSV' || form === 'JSON');
      if (text) buttons.push(element('button', { type: 'button', dataset: { copy: text.id }, onclick: () => this.#attempt(this.#copy(text)) }, `Copy ${text.form}`));
      return element('li', {}, element('span', { class: 'part' }, forms[0].part), element('span', { class: 'forms', role: 'group', 'aria-label': forms[0].part }, ...buttons));
    }));
    byId('export-state').textContent = '';
    this.#dialog.showModal();
  }

  #attempt(action) {
    action.catch((error) => this.#tell(`That did not work: ${error.message}`));
  }

  async #save(each) {
    const text = await this.#content(each.id);
    const content = each.extension === 'png' ? await rasterised(text) : text;
    const part = each.id.includes(':') ? `-${fileName(each.part)}` : '';
    saveFile(`${this.#name()}${part}.${each.extension}`, content, each.media_type);
    this.#tell(`${each.part} is saved as ${each.form}.`);
  }

  async #copy(each) {
    await copyText(await this.#content(each.id));
    this.#tell(`${each.part} is on the clipboard.`);
  }

  #tell(text) {
    byId('export-state').textContent = text;
    this.#say(text);
  }
}
