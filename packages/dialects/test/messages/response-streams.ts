// A response in both of its forms, and as the official SDK reads it.
import type { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream';
import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import type { GenerationResult } from '@org/engine';
import { replay } from '@org/engine/testing';
import type { Message, MessageCreateParams, MessageStreamEvent } from '@org/protocol/messages';
import { messagesDialect } from '#src/messages.js';
import { encodeContext } from './requests.js';

export function stream(
  request: MessageCreateParams,
  result: GenerationResult,
  deltaLength: number,
): MessageStreamEvent[] {
  const encoder = messagesDialect.createEncoder(request, encodeContext());
  return [...replay(result, deltaLength)].flatMap((event) => encoder.push(event));
}

export function json(request: MessageCreateParams, result: GenerationResult): Message {
  return messagesDialect.createEncoder(request, encodeContext()).response(result);
}

/** Through JSON, as every client gets it: the accumulators change what they are given. */
export function sent<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** The message as the official SDK rebuilds it, in its stable or its beta namespace. */
export async function rebuiltBySdk(
  events: readonly MessageStreamEvent[],
  oracle: typeof MessageStream | typeof BetaMessageStream = MessageStream,
): Promise<unknown> {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const message = await oracle.fromReadableStream(new Blob([lines]).stream()).finalMessage();
  return JSON.parse(JSON.stringify(message)) as unknown;
}
