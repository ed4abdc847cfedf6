import { type Effort, efforts } from '@org/engine';
import { effortsNamed } from '../errors/rejected-efforts.js';
import { isEffort, nearestEffort } from '../shared/efforts.js';

/** Error patterns of models that support no effort at all: another one does not help. */
const noEffortPattern =
  /does not support (?:the effort parameter|thinking|reasoning)|think value|unsupported parameter|unrecognized request argument|unexpected fields|extra inputs/i;

/** How many of the lowest efforts replace `none`: more reasoning is not what the client requested. */
const lowestEfforts = 2;

/**
 * Returns the effort to request after the upstream has rejected `sent`: the nearest that the error names, below `sent`
 * first; else, where the error is about the value, the next one below. `undefined`: without an effort.
 */
export function fallbackEffort(sent: unknown, text: string, rejected: ReadonlySet<unknown>): Effort | undefined {
  if ((sent !== 'none' && !isEffort(sent)) || noEffortPattern.test(text)) return undefined;
  const named = (effortsNamed(text) ?? effortWords(text)).filter((effort) => effort !== sent && !rejected.has(effort));
  const isAboutValue = new RegExp(String.raw`\b${sent}\b`, 'i').test(text);
  const known = named.length > 0 || !isAboutValue ? named : efforts.filter((one) => one !== sent && !rejected.has(one));
  if (sent !== 'none') return nearestEffort(sent, known);
  return named.length > 0 ? named[0] : known.find((one) => efforts.indexOf(one) < lowestEfforts);
}

function effortWords(text: string): readonly Effort[] {
  const words: readonly string[] = text.match(/[a-z_]+/gi) ?? [];
  return efforts.filter((effort) => words.includes(effort));
}
