// Reasoning items, wire to neutral.
import type { JsonObject, ReasoningPart, ReasoningSignature, ReasoningSigner } from '@org/engine';
import type { ReasoningContent, ReasoningSummary, ResponseReasoningItemParam } from '@org/protocol/responses';
import { jsonOf, membersBeyond } from '../../shared/json-of.js';
import { readServiceSignature, readSignature } from '../../shared/signature-text.js';
import { toExtensions } from '../extensions.js';

/** Opens `encrypted_content` of this service; undefined for what others sealed. */
export type DecryptContent = ReasoningSigner['decrypt'];

/** Which of an item's texts is meant: the summary, or the model's own wording. */
export type ReasoningVoice = 'summary' | 'raw';

/**
 * The reasoning of one item. Its text is the best there is: what our own seal holds, else the model's own wording, else
 * the summary; `voice` decides otherwise. A foreign seal is kept for its issuer and for nobody else.
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

/** The summary that an item of this text has when nothing else is said. */
export function summaryOf(text: string): { type: 'summary_text'; text: string }[] {
  return text === '' ? [] : [{ type: 'summary_text', text }];
}

const neutralMembers = new Set(['type', 'encrypted_content']);
const derivedMembers = new Set(['type', 'encrypted_content', 'summary']);

/** A summary that only repeats the text need not be kept a second time. */
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

/** The paragraphs that have words: empty ones and parts of unknown kinds do not count. */
function joinTexts(parts: readonly (ReasoningSummary | ReasoningContent)[]): string {
  return parts
    .flatMap((part) =>
      (part.type === 'summary_text' || part.type === 'reasoning_text') && part.text !== '' ? [part.text] : [],
    )
    .join(gap);
}
