// Where the page's own files are: beside it on the server, or, in the single-file build, inside it.

/** {files: {path: base64}, workers: {name: script text}} in the single-file build; null on a server. */
const inside = globalThis.whichchipFiles ?? null;

export const isSingleFile = inside !== null;

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The Response for one of the page's files; throws where it is missing. */
export async function pageFile(path) {
  if (inside) {
    if (!(path in inside.files)) throw new Error(`${path} is not in this file`);
    const type = path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(bytesOf(inside.files[path]), { headers: { 'content-type': type } });
  }
  const response = await fetch(new URL(`./${path}`, import.meta.url), { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${path} could not be loaded (HTTP ${response.status})`);
  return response;
}

/** `name`: the script's, without its ending. */
export function startWorker(name) {
  if (!inside) return new Worker(new URL(`./${name}.js`, import.meta.url), { type: 'module' });
  const url = URL.createObjectURL(new Blob([inside.workers[name]], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}
