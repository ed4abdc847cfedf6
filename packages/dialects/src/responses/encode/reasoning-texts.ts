import { isObject, type JsonValue, type ReasoningPart, textOf } from '@org/engine';
import type { UnknownMember } from '@org/protocol/schema';
import type { ReasoningContent, ReasoningSummary, ReasoningText, SummaryText } from '@org/protocol/responses';
import { verbatim } from '../../shared/json-of.js';
import { summaryOf } from '../decode/decode-reasoning.js';
import { passthroughFieldsOf } from '../extensions.js';

/** Texts that a finished reasoning item shows. */
export interface ReasoningTexts {
  readonly summary: readonly ReasoningSummary[];
  readonly content: readonly ReasoningContent[];
}

/** The summary and raw text of an item: as the API delivered them, or else derived from the part's text. */
export function reasoningTexts(part: ReasoningPart, raw: boolean): ReasoningTexts {
  const { item } = passthroughFieldsOf(part.extensions);
  const summary = item?.['summary'];
  const content = item?.['content'];
  return {
    summary: summary === undefined ? summaryOf(part.text) : textsOf(summary, 'summary_text'),
    content: content === undefined ? rawOf(part.text, raw) : textsOf(content, 'reasoning_text'),
  };
}

function rawOf(text: string, raw: boolean): ReasoningContent[] {
  return raw && text !== '' ? [{ type: 'reasoning_text', text }] : [];
}

/** Parts of unknown kinds stay as they came. */
function textsOf<const Type extends string>(
  value: JsonValue,
  type: Type,
): ({ type: Type; text: string } | UnknownMember)[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isObject)
    .map((entry) => (entry['type'] === type ? { ...entry, type, text: textOf(entry['text']) } : verbatim(entry)));
}

/** The part of a summary that events can carry: parts of unknown kinds appear in the item only. */
export function summaryTexts(summary: readonly ReasoningSummary[]): SummaryText[] {
  return summary.filter((part) => part.type === 'summary_text');
}

/** The same of the raw wording. */
export function rawTexts(content: readonly ReasoningContent[]): ReasoningText[] {
  return content.filter((part) => part.type === 'reasoning_text');
}
