// A response in both of its forms, and as its readers rebuild it.
import { ResponseStream } from 'openai/lib/responses/ResponseStream';
import type { GenerationResult } from '@org/engine';
import { replay } from '@org/engine/testing';
import type { Response, ResponseCreateParams, ResponseStreamEvent } from '@org/protocol/responses';
import type { EncodeContext } from '#src/dialect.js';
import { responsesDialect } from '#src/responses.js';

export function streamed(
  request: ResponseCreateParams,
  result: GenerationResult,
  deltaLength: number,
  context: EncodeContext,
): ResponseStreamEvent[] {
  const encoder = responsesDialect.createEncoder(request, context);
  return sent([...replay(result, deltaLength)].flatMap((event) => encoder.push(event)));
}

export function encodeResponse(
  request: ResponseCreateParams,
  result: GenerationResult,
  context: EncodeContext,
): Response {
  return sent(responsesDialect.createEncoder(request, context).response(result));
}

/** Through JSON, as every client gets it. */
export function sent<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** What the official SDK makes of a stream, without the members that it adds. */
export async function rebuiltBySdk(events: readonly ResponseStreamEvent[]): Promise<unknown> {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const rebuilt = await ResponseStream.fromReadableStream(new Blob([lines]).stream()).finalResponse();
  const { output_text: _, output_parsed: __, ...response } = rebuilt;
  return JSON.parse(
    JSON.stringify(response, (key, value: unknown) =>
      key === 'parsed' || key === 'parsed_arguments' ? undefined : value,
    ),
  ) as unknown;
}
