// The only module that reads responses of the responses dialect.
import type {
  CompactedResponse as ApiCompactedResponse,
  Response as ApiResponse,
  ResponseStreamEvent as ApiEvent,
} from '@org/protocol/responses';
import { withBothUsageNames } from './with-both-usage-names.js';
import { requireObjectResponse } from './require-object-response.js';
import type { CompactedResponse, Response, ResponseStreamEvent } from './response-types.js';

/**
 * Reads a response. Other servers may send null for empty output. Throws ConnectionError when the value is not an
 * object.
 */
export function readResponse(value: unknown): Response {
  const response = requireObjectResponse(value) as ApiResponse;
  return withUsage(response.output === null ? { ...response, output: [] } : response);
}

/** The compaction that the service sent. Throws ConnectionError when it is no object. */
export function readCompaction(value: unknown): CompactedResponse {
  const compaction = requireObjectResponse(value) as ApiCompactedResponse;
  return { ...compaction, usage: compaction.usage == null ? compaction.usage : withBothUsageNames(compaction.usage) };
}

/** An event as the loop over a stream gets it. */
export function readEvent(event: ApiEvent): ResponseStreamEvent {
  switch (event.type) {
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return { ...event, response: withUsage(event.response) };
    default:
      return event;
  }
}

/** Usage is null until it is known; other servers may omit it. */
function withUsage(response: ApiResponse): Response {
  const { usage } = response;
  return { ...response, usage: usage == null ? usage : withBothUsageNames(usage) };
}
