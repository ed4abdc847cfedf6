import { isMet, toText } from './figure.mjs';
import { seededRandom } from './seeded-random.mjs';

/**
 * Runs one check. Rejects when it could not run at all.
 * @param {import('./check.mjs').Check} check
 * @param {Omit<import('./check.mjs').Setting, 'random'>} setting
 */
export async function runCheck(check, setting) {
  const { seed, scale, store } = setting;
  setting.progress(`${check.name} over ${store}: ${check.goal}`);
  const started = performance.now();
  const { did, figures } = await check.run({ ...setting, random: seededRandom(seed) });
  const seconds = Math.round((performance.now() - started) / 1000);
  const met = figures.every(isMet);
  const line = `${met ? 'met' : 'MISSED'} ${check.name} ${store} seed ${seed} scale ${scale} in ${seconds} s: ${did}; ${figures.map(toText).join(', ')}`;
  return { line, met, figures };
}
