// Maps why a response ended, both ways: one neutral reason, or a status with details.
import type { FinishReason } from '@org/engine';

/** What a terminal response reports about its end. */
export interface ResponseEnd {
  readonly status: 'completed' | 'incomplete';
  readonly incomplete_details: { readonly reason: IncompleteReason } | null;
}

/** Why a response is incomplete. This service itself sends only the first and the third. */
export type IncompleteReason = 'max_output_tokens' | 'max_messages' | 'content_filter' | 'steered';

/**
 * The API has one word for every token limit, so a full context becomes `max_output_tokens` too. A refusal is output
 * and therefore `completed`; so is a paused turn, because sending it back continues it.
 */
export function encodeEnd(reason: FinishReason): ResponseEnd {
  switch (reason.unified) {
    case 'length':
    case 'context-window':
      return incomplete(reason.raw === 'max_messages' || reason.raw === 'steered' ? reason.raw : 'max_output_tokens');
    case 'content-filter':
      return incomplete('content_filter');
    case 'stop':
    case 'stop-sequence':
    case 'tool-calls':
    case 'refusal':
    case 'paused':
      return { status: 'completed', incomplete_details: null };
  }
}

/** The content of an output, which decides between the kinds of `completed`. */
export interface OutputContent {
  readonly calls: boolean;
  readonly refuses: boolean;
}

/** The neutral reason of a terminal response; a status or reason this version does not know stays in `raw`. */
export function decodeEnd(
  status: string | undefined,
  reason: string | undefined,
  content: OutputContent,
): FinishReason {
  if (status === 'incomplete') {
    return {
      unified: reason === 'content_filter' ? 'content-filter' : 'length',
      ...(reason !== undefined && { raw: reason }),
    };
  }
  const raw = status === undefined ? {} : { raw: status };
  if (content.calls) return { unified: 'tool-calls', ...raw };
  return { unified: content.refuses ? 'refusal' : 'stop', ...raw };
}

function incomplete(reason: IncompleteReason): ResponseEnd {
  return { status: 'incomplete', incomplete_details: { reason } };
}
