// What the page remembers on this machine: choices of how it looks, never a model. All of it can be taken back.

const KEY = 'whichchip.preferences';

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // refused or damaged: as on the first visit
  }
}

export const preferences = {
  get: (name, otherwise) => stored()[name] ?? otherwise,
  set(name, value) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: value }));
    } catch {
      // Storage is refused: the choice lasts as long as the page.
    }
  },
};

/** Preferences, the copy for use without a network, and the worker that keeps it. */
export async function forgetEverything() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
  for (const registration of await navigator.serviceWorker?.getRegistrations() ?? []) await registration.unregister();
  if (globalThis.caches) {
    for (const name of await caches.keys()) {
      if (name.startsWith('whichchip-')) await caches.delete(name);
    }
  }
}
