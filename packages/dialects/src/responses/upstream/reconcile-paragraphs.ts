import { isObject, type JsonObject, type JsonValue, textOf } from '@org/engine';
import type { ReasoningVoice } from '../decode/decode-reasoning.js';
import type { Reconcile } from './item-reader.js';

/** A finished reasoning item that matches what was streamed. */
export interface ReconciledParagraphs {
  readonly settledItem: JsonObject;
  /** Text not yet streamed: the remainder of the last paragraph, and those that follow it. */
  readonly rest: readonly string[];
}

const memberByVoice = {
  summary: { member: 'summary', type: 'summary_text' },
  raw: { member: 'content', type: 'reasoning_text' },
} as const;

/**
 * Paragraphs that continue the `streamed` ones stay as reported. Others stay so where `reconcile` prefers their text;
 * otherwise the streamed ones win, with what the reported text adds. Empty ones and parts of unknown kinds do not
 * interfere: they follow.
 */
export function reconcileParagraphs(
  item: JsonObject,
  voice: ReasoningVoice,
  streamed: readonly string[],
  reconcile: Reconcile,
): ReconciledParagraphs {
  const { member, type } = memberByVoice[voice];
  const entries: readonly JsonValue[] = Array.isArray(item[member]) ? item[member] : [];
  const paragraphs = entries.filter(isObject).filter((entry) => entry['type'] === type && textOf(entry['text']) !== '');
  const others = entries.filter((entry) => !isObject(entry) || !paragraphs.includes(entry));
  const texts = paragraphs.map((entry) => textOf(entry['text']));
  const last = streamed.length - 1;
  const settled = (retained: readonly JsonObject[]): JsonObject => ({ ...item, [member]: [...retained, ...others] });
  if (streamed.every((text, index) => (index === last ? texts[index]?.startsWith(text) : texts[index] === text)))
    return {
      settledItem: settled(paragraphs),
      rest: [texts[last]?.slice(streamed[last]?.length) ?? '', ...texts.slice(last + 1)],
    };
  const [reported, grown] = [texts.join(''), streamed.join('')];
  const added = reported.startsWith(grown) ? reported.slice(grown.length) : '';
  if (added === '' && reported !== grown && reconcile(reported, grown) === reported)
    return { settledItem: settled(paragraphs), rest: [] };
  const retained = streamed.map((text, index) => ({ type, text: index === last ? text + added : text }));
  return { settledItem: settled(retained), rest: [added] };
}
