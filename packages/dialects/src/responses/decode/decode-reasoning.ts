// Decodes reasoning items.
import type { JsonObject, ReasoningPart, ReasoningSignature, ReasoningSigner } from '@org/engine';
import type { ReasoningContent, ReasoningSummary, ResponseReasoningItemParam } from '@org/protocol/responses';
import { jsonOf, membersBeyond } from '../../shared/json-of.js';
import { readServiceSignature, readSignature } from '../../shared/signature-text.js';
import { toExtensions } from '../extensions.js';

/** Decrypts `encrypted_content` of this service; undefined for that of other signers. */
export type DecryptContent = ReasoningSigner['decrypt'];

/** Which of an item's texts is meant: the summary, or the model's own wording. */
export type ReasoningVoice = 'summary' | 'raw';

/**
 * Decodes the reasoning of one item. Its text is the best available: what our own signature contains, else the
 * model's own wording, else the summary; `voice` overrides this. Another provider's signature is stored for its
 * signer only.
 */
export function decodeReasoning(
  item: ResponseReasoningItemParam,
  open: DecryptContent,
  voice?: ReasoningVoice,
): ReasoningPart {
  const encrypted = typeof item.encrypted_content === 'string' ? item.encrypted_content : undefined;
  const own = encrypted === undefined ? undefined : readServiceSignature(encrypted);
  const opened = own === undefined ? undefined : open(own.data);
  const text = opened ?? textOf(item, voice);
  const author = opened === undefined ? undefined : own?.author;
  return {
    type: 'reasoning',
    text,
    ...(encrypted !== undefined && {
      signature:
        own !== undefined && opened !== undefined
          ? { signer: 'local', form: 'encrypted', data: own.data }
          : signatureOf(encrypted),
    }),
    ...(author !== undefined && { author }),
    extensions: toExtensions({ item: remainingMembers(item, text) }),
  };
}

function textOf({ content, summary }: ResponseReasoningItemParam, voice: ReasoningVoice | undefined): string {
  switch (voice) {
    case 'summary':
      return joinTexts(summary);
    case 'raw':
      return joinTexts(content ?? []);
    case undefined:
      return joinTexts(content ?? []) || joinTexts(summary);
  }
}

/** The default summary of an item with this text. */
export function summaryOf(text: string): { type: 'summary_text'; text: string }[] {
  return text === '' ? [] : [{ type: 'summary_text', text }];
}

const neutralMembers = new Set(['type', 'encrypted_content']);
const derivedMembers = new Set(['type', 'encrypted_content', 'summary']);

/** A summary that only repeats the text is not stored a second time. */
function remainingMembers(item: ResponseReasoningItemParam, text: string): JsonObject {
  return membersBeyond(jsonOf(item), isDerived(item.summary, text) ? derivedMembers : neutralMembers);
}

function isDerived(summary: readonly ReasoningSummary[], text: string): boolean {
  const [first] = summary;
  if (first === undefined) return text === '';
  return (
    summary.length === 1 && first.type === 'summary_text' && first.text === text && Object.keys(first).length === 2
  );
}

function signatureOf(data: string): ReasoningSignature {
  return readSignature(data) ?? { signer: 'foreign', form: 'encrypted', data };
}

/** Between two paragraphs. */
export const gap = '\n\n';

/** Joins the paragraphs that have text: ignores empty ones and parts of unknown kinds. */
function joinTexts(parts: readonly (ReasoningSummary | ReasoningContent)[]): string {
  return parts
    .flatMap((part) =>
      (part.type === 'summary_text' || part.type === 'reasoning_text') && part.text !== '' ? [part.text] : [],
    )
    .join(gap);
}
