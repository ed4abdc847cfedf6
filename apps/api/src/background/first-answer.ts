import type { JsonObject, StoredAnswer, Warning } from '@org/engine';
import { formatSseFrame } from '@org/protocol/sse';
import { keptHeaders } from '../exchange/answer-recording.js';
import { jsonAnswer } from '../exchange/json-answer.js';
import { streamMediaType } from '../http/reply/stream-writer.js';

/** A response that will be made, and what of it is told already. */
export interface BegunResponse {
  readonly response: JsonObject & { readonly id: string };
  /** Whether the client wants to follow it. */
  readonly stream: boolean;
  /** The first event of its log, as JSON text. */
  readonly created: string;
}

/** What its client is told at once. Of a stream that is the first event: whoever sends the request again follows the same response. */
export async function firstAnswer(
  { response, stream, created }: BegunResponse,
  warnings: readonly Warning[],
): Promise<StoredAnswer> {
  if (!stream) return await jsonAnswer(response, warnings);
  return {
    status: 200,
    headers: keptHeaders(streamMediaType, warnings),
    body: formatSseFrame(created, 'response.created'),
  };
}
