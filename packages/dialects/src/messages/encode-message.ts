// A finished result as the wire's message.
import type { GenerationResult } from '@org/engine/model/generation-result';
import type { Part } from '@org/engine/model/part';
import type { ContentBlock, Message, MessageCreateParams, TextCitation } from '@org/protocol/messages';
import type { EncodeContext } from '../dialect.js';
import { emptyAnswerText, isRedacted, isShown, signatureOf, thinkingView, type ThinkingView } from './answer-view.js';
import { callInput } from './encode-content.js';
import { encodeUsage } from './encode-usage.js';
import { bagOf, verbatim, wireFields } from './extensions.js';
import { encodeStopReason, type WireStopReason } from './stop-reason.js';

/** Why an answer stopped, as message and `message_delta` both say it. */
export interface WireStop {
  readonly stop_reason: WireStopReason;
  readonly stop_sequence: string | null;
  readonly stop_details: { readonly type: 'refusal'; readonly category: null; readonly explanation: null } | null;
}

export function encodeStop(reason: GenerationResult['finishReason'], content: { readonly calls: boolean; readonly refuses: boolean }): WireStop {
  const stopReason = encodeStopReason(reason, content);
  return {
    stop_reason: stopReason,
    stop_sequence: stopReason === 'stop_sequence' ? (reason.stopSequence ?? null) : null,
    stop_details: stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
  };
}

export function encodeMessage(result: GenerationResult, request: MessageCreateParams, context: EncodeContext): Message {
  const view = thinkingView(request);
  const shown = result.parts.filter((part) => isShown(part, view));
  const content = shown.map((part) => encodeBlock(part, view, context));
  return {
    id: context.id,
    type: 'message',
    role: 'assistant',
    model: result.model,
    content: content.length === 0 ? [{ type: 'text', text: emptyAnswerText }] : content,
    ...encodeStop(result.finishReason, {
      calls: shown.some(({ type }) => type === 'tool-call'),
      refuses: shown.some((part) => part.type === 'text' && part.refusal === true),
    }),
    usage: encodeUsage(result.usage),
    container: null,
    diagnostics: null,
  };
}

/** The finished block of a part that is shown. */
function encodeBlock(part: Part, view: ThinkingView, context: EncodeContext): ContentBlock {
  switch (part.type) {
    case 'text': {
      const citations = citationsOf(part);
      return { type: 'text', text: part.text, ...(citations.length > 0 && { citations }) };
    }
    case 'reasoning':
      if (isRedacted(part)) return { type: 'redacted_thinking', data: signatureOf(part, view, context.sealer) };
      return { type: 'thinking', thinking: view === 'omitted' ? '' : part.text, signature: signatureOf(part, view, context.sealer) };
    case 'tool-call':
      return { type: 'tool_use', id: part.callId, name: part.name, input: callInput(part), ...wireFields(bagOf(part)) };
    case 'opaque':
      return verbatim(part.value);
    case 'tool-result':
    case 'media':
      throw new TypeError('a part that is not shown has no block');
  }
}

/** The citations of a text part, as this dialect's decoding put them into its bag. */
export function citationsOf(part: Part): TextCitation[] {
  const { citations } = bagOf(part);
  return Array.isArray(citations) ? citations.map(verbatim) : [];
}
