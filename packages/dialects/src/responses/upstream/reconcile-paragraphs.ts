import { isObject, type JsonObject, type JsonValue, textOf } from '@org/engine';
import type { ReasoningVoice } from '../decode/decode-reasoning.js';

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
 * Paragraphs that continue the `streamed` ones stay as reported; otherwise the streamed ones win. Empty ones and
 * parts of unknown kinds do not interfere: they follow.
 */
export function reconcileParagraphs(
  item: JsonObject,
  voice: ReasoningVoice,
  streamed: readonly string[],
): ReconciledParagraphs {
  const { member, type } = memberByVoice[voice];
  const entries: readonly JsonValue[] = Array.isArray(item[member]) ? item[member] : [];
  const paragraphs = entries.filter(isObject).filter((entry) => entry['type'] === type && textOf(entry['text']) !== '');
  const others = entries.filter((entry) => !isObject(entry) || !paragraphs.includes(entry));
  const texts = paragraphs.map((entry) => textOf(entry['text']));
  const last = streamed.length - 1;
  const continues = streamed.every((text, index) =>
    index === last ? texts[index]?.startsWith(text) : texts[index] === text,
  );
  const retained = continues ? paragraphs : streamed.map((text): JsonObject => ({ type, text }));
  const rest = continues ? [texts[last]?.slice(streamed[last]?.length) ?? '', ...texts.slice(last + 1)] : [];
  return { settledItem: { ...item, [member]: [...retained, ...others] }, rest };
}
