// Offline: the page as it was built, from a cache of its own. The build puts in what BUILD and CORE are; a new build is another
// cache, filled beside the old one and used when nobody is in the middle of something.

const BUILD = '@BUILD@';
const CORE = ['@CORE@'];
const PREFIX = 'whichchip-';
const CACHE = PREFIX + BUILD;

addEventListener('install', (event) => {
  const requests = CORE.map((path) => new Request(path, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    }
    await clients.claim();
  })());
});

// The page asks for this when the user wants the new version now.
addEventListener('message', (event) => {
  if (event.data === 'use-now') skipWaiting();
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const url = new URL(request.url);
  const page = request.mode === 'navigate' && url.pathname.endsWith('/') ? new Request(new URL('index.html', url)) : request;
  const known = await cache.match(page, { ignoreSearch: true });
  if (known) return known;
  const response = await fetch(request);
  // A sample that was opened once opens offline, too.
  if (response.ok && url.pathname.includes('/sample_models/')) await cache.put(request, response.clone());
  return response;
}

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
