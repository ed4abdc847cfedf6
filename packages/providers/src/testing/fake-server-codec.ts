// Converts the chat-completions events of a script to another API, so that one script serves every API.
import type { JsonObject } from '@org/engine';

/** The API of an upstream. */
export interface FakeServerCodec {
  /** Converts the request to chat completions, as far as scripts read it. */
  view(body: JsonObject): JsonObject;
  /** Creates the encoder of one response. */
  createEncoder(model: string): UpstreamEventEncoder;
}

/** Encodes one response: each call returns the event objects to send. */
export interface UpstreamEventEncoder {
  /** Encodes a chunk's delta and its finish reason, if any. */
  delta(delta: JsonObject, reason?: string): readonly JsonObject[];
  /** Encodes the end, unless it was sent already. */
  finish(reason: string, usage: JsonObject): readonly JsonObject[];
}

/** One part of a response in a delta. */
export type DeltaPart =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string }
  | { readonly kind: 'arguments'; readonly text: string };

/** Returns the parts of a delta in order. */
export function deltaPartsOf(delta: JsonObject): readonly DeltaPart[] {
  const { content, reasoning_content: reasoning, tool_calls: calls } = delta;
  return [
    ...(typeof reasoning === 'string' && reasoning !== '' ? [{ kind: 'reasoning' as const, text: reasoning }] : []),
    ...(typeof content === 'string' && content !== '' ? [{ kind: 'text' as const, text: content }] : []),
    ...(Array.isArray(calls) ? (calls as readonly JsonObject[]).flatMap(callPartsOf) : []),
  ];
}

function callPartsOf({ id, function: called }: JsonObject): readonly DeltaPart[] {
  const { name, arguments: text } = called as JsonObject;
  return [
    ...(typeof id === 'string' ? [{ kind: 'call' as const, id, name: String(name) }] : []),
    ...(typeof text === 'string' && text !== '' ? [{ kind: 'arguments' as const, text }] : []),
  ];
}

/** A tool in the terms of chat completions. */
export function viewTool(name: unknown, parameters: unknown): JsonObject {
  return { type: 'function', function: { name: String(name), parameters: (parameters ?? {}) as JsonObject } };
}
