// Building the page's elements: text always as text, never as markup, because names in a model are untrusted.

export const byId = (id) => document.getElementById(id);

const LONGEST_WAIT_MS = 500; // on a machine that is never idle

/** Runs what nobody waits for once the page has nothing else to do, or soon. */
export function whenIdle(run) {
  if (globalThis.requestIdleCallback) requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
  else setTimeout(run);
}

/** Lets the browser do what waits for it, between two things that would keep it waiting together. */
export const breathe = () => globalThis.scheduler?.yield?.() ?? new Promise((done) => { setTimeout(done); });

/** element('td', {class: 'right', dataset: {column: 'rank'}}, 'text', childNode) */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'dataset') Object.assign(made.dataset, value);
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

const SHAPES = {
  cpu: '<circle cx="8" cy="8" r="6"/>',
  gpu: '<rect x="2.5" y="2.5" width="11" height="11" rx="1.5"/>',
  tpu: '<path d="M8 1.5 14.5 13.5h-13z"/>',
  kpu: '<path d="M8 1l7 7-7 7-7-7z"/>',
  npu: '<path d="M8 14.5 1.5 2.5h13z"/>',
  dsp: '<path d="M6 2h4v4h4v4h-4v4H6v-4H2V6h4z"/>',
  dpu: '<path d="M8 1.5l6.3 4.6-2.4 7.4H4.1L1.7 6.1z"/>',
  cgra: '<path d="M8 .5l1.8 5.7 5.7 1.8-5.7 1.8L8 15.5l-1.8-5.7L.5 8l5.7-1.8z"/>',
};
const parsed = new Map();

/** The class's shape in its hue; the class is also said in words beside it, so the picture is hidden from readers. */
export function marker(deviceClass) {
  const key = deviceClass.toLowerCase();
  if (!parsed.has(key)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${SHAPES[key] ?? SHAPES.cpu}</svg>`;
    parsed.set(key, new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement);
  }
  const made = document.importNode(parsed.get(key), true);
  made.setAttribute('class', `marker ${key}`);
  made.setAttribute('aria-hidden', 'true');
  return made;
}

/** 98 kB, 4.09 G: decimal prefixes, three digits. */
export function compact(value, unit = '') {
  const prefixes = ['', 'k', 'M', 'G', 'T', 'P'];
  let index = 0;
  let scaled = value;
  while (scaled >= 999.5 && index < prefixes.length - 1) {
    scaled /= 1000;
    index += 1;
  }
  const digits = scaled >= 100 || index === 0 ? 0 : scaled >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${prefixes[index]}${unit}`.trim();
}
