// A static server for the built page, as plain as any host: no headers but the type. Paths can be blocked or delayed, and
// every request is recorded.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm',
  '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml', '.ttf': 'font/ttf', '.txt': 'text/plain; charset=utf-8',
};

/** {url, requests, block(pattern), hold(pattern) → release(), replace(path, change of its text), close()} */
export async function serve(folder) {
  const requests = [];
  const blocked = [];
  const held = [];
  const replaced = new Map();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    requests.push(path);
    for (const { pattern, open } of held) if (pattern.test(path)) await open;
    const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path));
    if (blocked.some((pattern) => pattern.test(path)) || !file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': path === '/favicon.svg' ? 'max-age=3600' : 'no-store' });
    const change = replaced.get(path);
    if (change) response.end(change(readFileSync(file, 'utf8')));
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref(); // a test that failed before its close() must not keep the program alive
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    requests,
    block: (pattern) => blocked.push(pattern),
    replace: (path, change) => replaced.set(path, change),
    hold(pattern) {
      let release;
      held.push({ pattern, open: new Promise((resolve) => { release = resolve; }) });
      return release;
    },
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  };
}
