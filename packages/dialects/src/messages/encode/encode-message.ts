// Encodes a finished result as the API's message.
import {
  excludeSummaryUsage,
  EngineError,
  type FinishReason,
  type GenerationResult,
  isObject,
  type JsonObject,
  nestsDeeper,
  type Part,
  type ReasoningSigner,
  type TextPart,
  type ToolCallPart,
} from '@org/engine';
import type { ContentBlock, Message, MessageCreateParams, TextCitation } from '@org/protocol/messages';
import type { EncodeContext } from '../../dialect.js';
import { mediaAsText } from '../../shared/media-as-text.js';
import { membersOutside, verbatim } from '../../shared/json-of.js';
import { passthroughFieldsOf, apiFields } from '../extensions.js';
import { encodeContainer, encodeServerToolUse } from '../hosted-tools/hosted-usage.js';
import { messageMembers, usageMembers } from './response-extensions.js';
import {
  fillerText,
  isRedacted,
  isVisiblePart,
  signatureOf,
  thinkingView,
  type ThinkingView,
} from './thinking-view.js';
import { callInput } from './encode-content.js';
import { encodeCitation } from './encode-citation.js';
import { encodeContextEdits } from './encode-context-edits.js';
import { encodeIterations, encodeUsage } from './encode-usage.js';
import { decodeStopReason, encodeStopReason } from './stop-reason.js';

/** The stop reason, as both message and `message_delta` report it. */
export type StopFields = Pick<Message, 'stop_reason' | 'stop_details'> & { readonly stop_sequence: string | null };

/** The stop as it is sent. */
export function encodeStop(
  end: Pick<GenerationResult, 'finishReason' | 'extensions'>,
  content: { readonly calls: boolean; readonly refuses: boolean },
): StopFields {
  return reportedStop(end, content) ?? serviceStop(end.finishReason, content);
}

/** Stop reasons of another API, which gateways leave unchanged, and clients do not know. */
const otherStopReasons: ReadonlySet<string> = new Set([
  'stop',
  'length',
  'tool_calls',
  'function_call',
  'content_filter',
]);

/**
 * The stop reason as an upstream of this dialect reported it: the upstream knows reasons and details without a
 * neutral value, and blocks that are calls for its clients but unknown here. An ordinary stop reason next to a call,
 * however, would keep clients from making the call. Undefined if this service itself ended or limited the response,
 * and for a reason of another API.
 */
function reportedStop(
  end: Pick<GenerationResult, 'finishReason' | 'extensions'>,
  { calls }: { readonly calls: boolean },
): StopFields | undefined {
  const { stop_reason: reason, stop_sequence: sequence, stop_details: details } = passthroughFieldsOf(end);
  if (
    typeof reason !== 'string' ||
    otherStopReasons.has(reason) ||
    decodeStopReason(reason, null).unified !== end.finishReason.unified
  )
    return undefined;
  return {
    stop_reason: calls && reason === 'end_turn' ? 'tool_use' : reason,
    stop_sequence: typeof sequence === 'string' ? sequence : null,
    stop_details: isObject(details) ? verbatim(details) : null,
  };
}

function serviceStop(
  reason: FinishReason,
  content: { readonly calls: boolean; readonly refuses: boolean },
): StopFields {
  const stopReason = encodeStopReason(reason, content);
  return {
    stop_reason: stopReason,
    stop_sequence: stopReason === 'stop_sequence' ? (reason.stopSequence ?? null) : null,
    stop_details: stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
  };
}

export function encodeMessage(result: GenerationResult, request: MessageCreateParams, context: EncodeContext): Message {
  const view = thinkingView(request);
  const visibleParts = result.parts.filter((part) => isVisiblePart(part, view));
  const content = visibleParts.map((part) => encodeBlock(part, view, context));
  const stop = encodeStop(result, {
    calls: visibleParts.some(({ type }) => type === 'tool-call'),
    refuses: visibleParts.some((part) => part.type === 'text' && part.refusal === true),
  });
  const filler = content.length === 0 ? fillerText(stop.stop_reason, result) : undefined;
  return {
    id: context.id,
    type: 'message',
    role: 'assistant',
    model: result.model,
    content: filler === undefined ? content : [{ type: 'text', text: filler }],
    ...stop,
    usage: encodeUsage(
      excludeSummaryUsage(result.usage, result.edits),
      {
        ...encodeServerToolUse(result.parts),
        ...usageMembers(result),
        ...encodeIterations(result.usage, result.edits),
      },
      result.serviceTier,
    ),
    container: encodeContainer(result.parts, context.createdAt),
    diagnostics: null,
    ...encodeContextEdits(request, result.edits),
    ...messageMembers(result),
  };
}

/** The finished block of a visible part. */
function encodeBlock(part: Part, view: ThinkingView, context: EncodeContext): ContentBlock {
  switch (part.type) {
    case 'text': {
      const citations = citationsOf(part, context.reasoningSigner);
      return {
        type: 'text',
        text: part.text,
        ...((citations.length > 0 || announcesCitations(part)) && { citations }),
        ...openingMembers(part),
      };
    }
    case 'reasoning':
      if (isRedacted(part))
        return {
          type: 'redacted_thinking',
          data: signatureOf(part, view, context.reasoningSigner),
          ...openingMembers(part),
        };
      return {
        type: 'thinking',
        thinking: view === 'omitted' ? '' : part.text,
        signature: signatureOf(part, view, context.reasoningSigner),
        ...openingMembers(part),
      };
    case 'tool-call':
      return {
        type: 'tool_use',
        id: part.callId,
        name: part.name,
        input: writableInput(part),
        ...apiFields(passthroughFieldsOf(part)),
      };
    case 'opaque':
      return verbatim(part.value);
    case 'media':
      return { type: 'text', text: mediaAsText(part).text };
    case 'tool-result':
      throw new TypeError('a tool result has no block in a response');
  }
}

/** Maximum nesting depth of an input that is certain to be serialized: `JSON.stringify` throws some way beyond it. */
const maxNesting = 1000;

function writableInput(part: ToolCallPart): JsonObject {
  if (part.kind === 'function' && nestsDeeper(part.argumentsText, maxNesting)) {
    throw new EngineError(
      'upstream-failed',
      `The model called a tool with an input that is nested deeper than ${maxNesting} levels.`,
      { byModel: true },
    );
  }
  return callInput(part);
}

const citationMember = new Set(['citations']);

/** Members of a text or thinking block that it has from its start, beyond those that every such block has. */
export function openingMembers(part: Part): JsonObject {
  return apiFields(membersOutside(passthroughFieldsOf(part), citationMember));
}

/** Whether it is known from the start of a text that it may have citations. */
export function announcesCitations(part: TextPart): boolean {
  return Array.isArray(passthroughFieldsOf(part)['citations']);
}

/**
 * Citations of a text part: as this dialect's decoder stored them in its passthrough fields, or those without a
 * dialect.
 */
export function citationsOf(part: Part, signer: Pick<ReasoningSigner, 'encrypt'>): TextCitation[] {
  const { citations } = passthroughFieldsOf(part);
  if (Array.isArray(citations)) return citations.map(verbatim);
  const cited = part.type === 'text' ? (part.citations ?? []) : [];
  return cited.flatMap((citation) => encodeCitation(citation, signer));
}
