import type { JsonObject, StoredResponse, Warning } from '@org/engine';
import { formatSseFrame } from '@org/protocol/sse';
import { storedHeaders } from '../request-context/response-recording.js';
import { buildJsonResponse } from '../request-context/build-json-response.js';
import { streamMediaType } from '../request-context/media-types.js';

/** An accepted response, and its events that were already sent. */
export interface AcceptedResponse {
  readonly response: JsonObject & { readonly id: string };
  /** Whether the client wants to follow it. */
  readonly stream: boolean;
  /** The first event of its log, as JSON text. */
  readonly created: string;
}

/**
 * The initial response to the client. For a stream it is the first event: a repeated request follows the same
 * response.
 */
export async function buildInitialResponse(
  { response, stream, created }: AcceptedResponse,
  warnings: readonly Warning[],
): Promise<StoredResponse> {
  if (!stream) return await buildJsonResponse(response, warnings);
  return {
    status: 200,
    headers: storedHeaders(streamMediaType, warnings),
    body: formatSseFrame(created, 'response.created'),
  };
}
