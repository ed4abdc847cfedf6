import { isLongJson, jsonChunks, type StoredResponse, joinChunks, runYielding, type Warning } from '@org/engine';
import { jsonMediaType } from './media-types.js';
import { storedHeaders } from './response-recording.js';

/** A non-streaming response as sent to the client; yields to the event loop while a long one is written. */
export async function buildJsonResponse(body: object, warnings: readonly Warning[]): Promise<StoredResponse> {
  const text = isLongJson(body) ? await runYielding(joinChunks(jsonChunks(body))) : JSON.stringify(body);
  return { status: 200, headers: storedHeaders(jsonMediaType, warnings), body: text };
}
