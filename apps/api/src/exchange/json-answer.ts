import { isLongJson, jsonPieces, type StoredAnswer, textWithRests, type Warning } from '@org/engine';
import { keptHeaders } from './answer-recording.js';

export const jsonMediaType = 'application/json; charset=utf-8';

/** An answer in one piece as it will go to the client. Others have their turn while a long one is written. */
export async function jsonAnswer(body: object, warnings: readonly Warning[]): Promise<StoredAnswer> {
  const text = isLongJson(body) ? await textWithRests(jsonPieces(body)) : JSON.stringify(body);
  return { status: 200, headers: keptHeaders(jsonMediaType, warnings), body: text };
}
