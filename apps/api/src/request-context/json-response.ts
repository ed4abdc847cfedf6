import { isLongJson, jsonChunks, type StoredResponse, joinChunks, runYielding, type Warning } from '@org/engine';
import { storedHeaders } from './response-recording.js';

export const jsonMediaType = 'application/json; charset=utf-8';

/** An answer in one piece as it will go to the client. Others have their turn while a long one is written. */
export async function buildJsonResponse(body: object, warnings: readonly Warning[]): Promise<StoredResponse> {
  const text = isLongJson(body) ? await runYielding(joinChunks(jsonChunks(body))) : JSON.stringify(body);
  return { status: 200, headers: storedHeaders(jsonMediaType, warnings), body: text };
}
