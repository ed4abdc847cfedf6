// How a scripted upstream says on another wire what its script says in the terms of chat completions, so that one script
// plays on every wire.
import type { JsonObject } from '@org/engine';

/** What an upstream speaks. */
export interface FakeServerCodec {
  /** The request in the terms of chat completions, as far as scripts look at it. */
  view(body: JsonObject): JsonObject;
  /** What says one answer. */
  createEncoder(model: string): UpstreamEventEncoder;
}

/** Says one answer: each call gives the objects of the events to send. */
export interface UpstreamEventEncoder {
  /** A delta of a chunk, and the reason that may stand beside it. */
  delta(delta: JsonObject, reason?: string): readonly JsonObject[];
  /** The end, in case it was not said yet. */
  finish(reason: string, usage: JsonObject): readonly JsonObject[];
}

/** A piece of an answer, as a delta holds them. */
export type DeltaPart =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string }
  | { readonly kind: 'arguments'; readonly text: string };

/** The pieces of a delta, in their order. */
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
