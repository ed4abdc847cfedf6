// What of an answer its client is shown. One judgement for both forms of an answer, so that a stream and a JSON body
// can never differ in it.
import type { Part, ReasoningPart, ReasoningSigner } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';
import { mediaAsText } from '../../shared/media-as-text.js';
import { writeServiceSignature, writeSignature } from '../../shared/signature-text.js';

/** How an answer shows thinking: in full, as a signature alone, or not at all. */
export type ThinkingView = 'shown' | 'omitted' | 'hidden';

/** A client that switched thinking off gets none, even from a model that cannot be stopped from it. */
export function thinkingView({ thinking }: Pick<MessageCreateParams, 'thinking'>): ThinkingView {
  if (thinking?.type === 'disabled') return 'hidden';
  const display = thinking?.type === 'enabled' || thinking?.type === 'adaptive' ? thinking.display : undefined;
  return display === 'omitted' ? 'omitted' : 'shown';
}

/**
 * Whether a part becomes a block. Text without a visible character does not: clients send answers back as history, where
 * such a block is an error.
 */
export function isVisiblePart(part: Part, view: ThinkingView): boolean {
  switch (part.type) {
    case 'text':
      return hasVisibleText(part.text);
    case 'reasoning':
      return view !== 'hidden' && (part.text !== '' || part.signature !== undefined);
    case 'tool-call':
      return true;
    case 'opaque':
      return part.dialect === 'messages';
    case 'media':
      return hasVisibleText(mediaAsText(part).text);
    case 'tool-result':
      return false;
  }
}

const visible = /\S/;

export function hasVisibleText(text: string): boolean {
  return visible.test(text);
}

/** What `signature` says: a seal that came with the part, the text itself where it is omitted, or a proof of it. */
export function signatureOf(part: ReasoningPart, view: ThinkingView, reasoningSigner: ReasoningSigner): string {
  const { signature, author, text } = part;
  if (signature !== undefined) return writeSignature(signature, author);
  return writeServiceSignature(view === 'omitted' ? reasoningSigner.encrypt(text) : reasoningSigner.sign(text), author);
}

/** Thinking that its issuer hid for good: nothing but the seal is left of it. */
export function isRedacted(part: ReasoningPart): boolean {
  return part.signature?.form === 'redacted' && part.text === '';
}

/** Stands in for an answer without any block, which clients take for a fault and ask for again. */
const emptyResponseText = 'The model ended its turn without a response.';

/** What is said for an answer without any block. One that met a stop sequence with its first word said all that was asked for: nothing. */
export function fillerText(stopReason: unknown): string | undefined {
  return stopReason === 'stop_sequence' ? undefined : emptyResponseText;
}
