import type { ReasoningPart } from '@org/engine/model/part';
import type { ReasoningText, SummaryText } from '@org/protocol/responses';
import { isJsonObject } from '../shared/json-of.js';
import { summaryOf } from './decode-reasoning.js';
import { bagOf } from './extensions.js';
import type { JsonValue } from '@org/engine/model/json';

/** What a finished reasoning item shows. */
export interface ReasoningTexts {
  readonly summary: readonly SummaryText[];
  readonly content: readonly ReasoningText[];
}

/** The summary and the raw wording of an item: as they came over the wire, else made of the part's text. */
export function reasoningTexts(part: ReasoningPart, raw: boolean): ReasoningTexts {
  const { item } = bagOf(part.extensions);
  const summary = item?.['summary'];
  const content = item?.['content'];
  return {
    summary: summary === undefined ? summaryOf(part.text) : textsOf(summary, 'summary_text'),
    content: content === undefined ? rawOf(part.text, raw) : textsOf(content, 'reasoning_text'),
  };
}

function rawOf(text: string, raw: boolean): ReasoningText[] {
  return raw && text !== '' ? [{ type: 'reasoning_text', text }] : [];
}

function textsOf<const Type extends string>(value: JsonValue, type: Type): { type: Type; text: string }[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).map((entry) => ({ ...entry, type, text: String(entry['text']) }));
}
