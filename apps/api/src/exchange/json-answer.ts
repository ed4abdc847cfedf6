import { textWithRests } from '@org/engine/flow/made-with-rests';
import type { Warning } from '@org/engine/model/warning';
import { isLongJson, jsonPieces } from '@org/engine/model/text/json-pieces';
import type { StoredAnswer } from '@org/engine/ports/idempotency-store';
import { keptHeaders } from './answer-recording.js';

export const jsonMediaType = 'application/json; charset=utf-8';

/** An answer in one piece as it will go to the client. Others have their turn while a long one is written. */
export async function jsonAnswer(body: object, warnings: readonly Warning[]): Promise<StoredAnswer> {
  const text = isLongJson(body) ? await textWithRests(jsonPieces(body)) : JSON.stringify(body);
  return { status: 200, headers: keptHeaders(jsonMediaType, warnings), body: text };
}
