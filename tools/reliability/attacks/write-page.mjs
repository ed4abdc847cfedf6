import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { tableOf } from './report.mjs';

const page = new URL('../../../docs/measurements/attacks.md', import.meta.url);

/**
 * Replaces the tables of the stores that were measured, with the date and the machine.
 * @param {{ results: readonly (import('./run-attack.mjs').AttackResult & { store: string })[], scale: number }} run
 */
export function writePage({ results, scale }) {
  let text = readFileSync(page, 'utf8');
  for (const store of new Set(results.map((result) => result.store))) {
    const own = results.filter((result) => result.store === store);
    const passed = own.filter(({ faults }) => faults.length === 0).length;
    text = replaceSection(
      text,
      store,
      `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Linux x64, Node ${process.versions.node}, scale ${scale}: ${passed} of ${own.length} passed.\n\n${tableOf(own)}`,
    );
  }
  writeFileSync(page, text);
}

/** @param {string} text @param {string} name @param {string} content */
export function replaceSection(text, name, content) {
  const [start, end] = [`<!-- ${name}: start -->\n`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the page has no section for ${name}`);
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
