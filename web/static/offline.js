// Keeps the page for use without a network, and says when a newer one is there; never changes it in the middle of a session.

import { byId, element } from './dom.js';
import { isSingleFile } from './place.js';

function announce(worker) {
  const notice = byId('update');
  notice.replaceChildren('A new version is ready. ', element('button', { type: 'button', onclick: () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage('use-now');
  } }, 'Use it now'));
  notice.hidden = false;
}

export async function keepForOffline() {
  if (isSingleFile || !('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL('./sw.js', import.meta.url), { updateViaCache: 'none' });
    const follow = (worker) => worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) announce(worker);
    });
    if (registration.waiting && navigator.serviceWorker.controller) announce(registration.waiting);
    follow(registration.installing);
    registration.addEventListener('updatefound', () => follow(registration.installing));
  } catch {
    // Refused by the browser or its settings: the page works as before, with a network.
  }
}
