import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import { textOf } from '../../shared/json-of.js';
import type { ReasoningVoice } from '../decode/decode-reasoning.js';

/** A finished reasoning item that fits what was shown of it. */
export interface SettledParagraphs {
  readonly told: JsonObject;
  /** What has not been shown yet: the rest of the last paragraph, and those that follow it. */
  readonly rest: readonly string[];
}

const places = {
  summary: { member: 'summary', type: 'summary_text' },
  raw: { member: 'content', type: 'reasoning_text' },
} as const;

/**
 * Paragraphs that go on where the `shown` ones are stay as they are told; for others, those that were shown stand. Empty
 * ones and parts of unknown kinds are in nobody's way: they follow.
 */
export function settleParagraphs(item: JsonObject, voice: ReasoningVoice, shown: readonly string[]): SettledParagraphs {
  const { member, type } = places[voice];
  const entries: readonly JsonValue[] = Array.isArray(item[member]) ? item[member] : [];
  const paragraphs = entries.filter(isObject).filter((entry) => entry['type'] === type && textOf(entry['text']) !== '');
  const others = entries.filter((entry) => !isObject(entry) || !paragraphs.includes(entry));
  const texts = paragraphs.map((entry) => textOf(entry['text']));
  const last = shown.length - 1;
  const goesOn = shown.every((text, index) =>
    index === last ? texts[index]?.startsWith(text) : texts[index] === text,
  );
  const kept = goesOn ? paragraphs : shown.map((text): JsonObject => ({ type, text }));
  const rest = goesOn ? [texts[last]?.slice(shown[last]?.length) ?? '', ...texts.slice(last + 1)] : [];
  return { told: { ...item, [member]: [...kept, ...others] }, rest };
}
