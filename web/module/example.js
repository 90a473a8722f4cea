import { createWhichchip } from './whichchip-api.js';

const engine = createWhichchip();
const list = document.querySelector('ol');
document.querySelector('input').addEventListener('change', async ({ target }) => {
  const w = await engine;
  try {
    const { results } = JSON.parse(await w.compare(target.files[0], { deployment: 'all' }));
    list.replaceChildren(...results.map(({ hardware, latency_s, energy_j }) => {
      const row = document.createElement('li');
      row.textContent = `${hardware}: ${(latency_s * 1e3).toPrecision(3)} ms, ${(energy_j * 1e3).toPrecision(3)} mJ`;
      return row;
    }));
  } catch (error) {
    list.textContent = `${error.message} ${error.advice ?? ''}`;
  }
});
