// Decides what a client sees of a response. Both forms of a response share one decision, so that a stream and a JSON
// body can never differ in it.
import type { GenerationResult, Part, ReasoningPart, ReasoningSigner } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';
import { mediaAsText } from '../../shared/media-as-text.js';
import { writeServiceSignature, writeSignature } from '../../shared/signature-text.js';

/** How a response shows thinking: in full, as a signature alone, or not at all. */
export type ThinkingView = 'shown' | 'omitted' | 'hidden';

/** A client that switched thinking off gets none, even from a model that cannot be stopped from it. */
export function thinkingView({ thinking }: Pick<MessageCreateParams, 'thinking'>): ThinkingView {
  if (thinking?.type === 'disabled') return 'hidden';
  const display = thinking?.type === 'enabled' || thinking?.type === 'adaptive' ? thinking.display : undefined;
  return display === 'omitted' ? 'omitted' : 'shown';
}

/**
 * Whether a part becomes a block. Text without a visible character does not: clients send responses back as history,
 * where such a block is an error.
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

/**
 * Value of `signature`: the signature received with the part, the encrypted text itself where it is omitted, or a
 * signature of it.
 */
export function signatureOf(part: ReasoningPart, view: ThinkingView, reasoningSigner: ReasoningSigner): string {
  const { signature, author, text } = part;
  if (signature !== undefined) return writeSignature(signature, author);
  return writeServiceSignature(view === 'omitted' ? reasoningSigner.encrypt(text) : reasoningSigner.sign(text), author);
}

/** Thinking that its signer redacted: only the signature remains. */
export function isRedacted(part: ReasoningPart): boolean {
  return part.signature?.form === 'redacted' && part.text === '';
}

/** Placeholder for a response without any block, which clients treat as an error and request again. */
const emptyResponseText = 'The model ended its turn without a response.';

/**
 * The placeholder text for a response without any block. A response that met a stop sequence with its first text, or
 * that refuses, is complete without one. That of an upstream of this dialect stays as the upstream sent it.
 */
export function fillerText(
  stopReason: unknown,
  { extensions }: Pick<GenerationResult, 'extensions'>,
): string | undefined {
  const isComplete = stopReason === 'stop_sequence' || stopReason === 'refusal' || extensions?.messages !== undefined;
  return isComplete ? undefined : emptyResponseText;
}
