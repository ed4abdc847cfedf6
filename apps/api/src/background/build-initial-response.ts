import type { JsonObject, StoredResponse, Warning } from '@org/engine';
import { formatSseFrame } from '@org/protocol/sse';
import { storedHeaders } from '../request-context/response-recording.js';
import { buildJsonResponse } from '../request-context/build-json-response.js';
import { streamMediaType } from '../request-context/media-types.js';

/** A response that will be made, and what of it is told already. */
export interface AcceptedResponse {
  readonly response: JsonObject & { readonly id: string };
  /** Whether the client wants to follow it. */
  readonly stream: boolean;
  /** The first event of its log, as JSON text. */
  readonly created: string;
}

/** What its client is told at once. Of a stream that is the first event: whoever sends the request again follows the same response. */
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
