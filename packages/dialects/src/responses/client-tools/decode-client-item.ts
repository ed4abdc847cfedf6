// Client tool calls and their outputs, as the client sends them back.
import { type JsonObject, type ToolCallPart, type ToolResultPart, memberOf, textOf } from '@org/engine';
import { jsonOf } from '../../shared/json-of.js';
import { isProgrammatic } from '../decode/is-programmatic.js';
import { toExtensions } from '../extensions.js';
import { clientToolOfCall, clientToolOfOutput } from './client-tools.js';

/** The call in an item; undefined for every other item. */
export function decodeClientCall(type: string, item: JsonObject): ToolCallPart | undefined {
  const kind = clientToolOfCall(type);
  const { call_id: callId } = item;
  if (kind === undefined || typeof callId !== 'string') return undefined;
  const callArguments = kind.readCall(item);
  if (callArguments === undefined) return undefined;
  const argumentsText = typeof callArguments === 'string' ? callArguments : JSON.stringify(callArguments);
  const call: ToolCallPart = {
    type: 'tool-call',
    callId,
    name: kind.name,
    kind: 'function',
    argumentsText,
    extensions: toExtensions({ original: item }),
  };
  return needsOutput(item) ? call : { ...call, detached: true };
}

/**
 * The client's output in an item; undefined for every other item. `impliedCallId`: the call, where the item itself
 * does not name it.
 */
export function decodeClientOutput(type: string, item: JsonObject, impliedCallId?: string): ToolResultPart | undefined {
  const kind = clientToolOfOutput(type);
  const callId = outputCallId(type, item, impliedCallId);
  if (kind === undefined || callId === undefined) return undefined;
  const output = kind.readOutput(item);
  return (
    output && { type: 'tool-result', callId, kind: 'function', ...output, extensions: toExtensions({ original: item }) }
  );
}

/** The call and the output in an item, for callers that only count them. `label`: the item's name in an error. */
export function clientCallIn(
  sent: object,
): { readonly callId: string; readonly label: string; readonly awaited: boolean } | undefined {
  const item = jsonOf(sent);
  const kind = clientToolOfCall(textOf(item['type']));
  const { call_id: callId } = item;
  if (kind === undefined || typeof callId !== 'string' || kind.readCall(item) === undefined) return undefined;
  return { callId, label: kind.label, awaited: needsOutput(item) };
}

export function clientOutputIn(
  sent: object,
  impliedCallId?: string,
): { readonly callId: string; readonly label: string } | undefined {
  const item = jsonOf(sent);
  const type = textOf(item['type']);
  const kind = clientToolOfOutput(type);
  const callId = outputCallId(type, item, impliedCallId);
  return kind === undefined || callId === undefined || kind.readOutput(item) === undefined
    ? undefined
    : { callId, label: kind.label };
}

/**
 * Whether a call needs its output: a truncated call does not run, and calls in a container or a program receive their
 * results there.
 */
function needsOutput(item: JsonObject): boolean {
  const { status, environment } = item;
  if (typeof status === 'string' && status !== 'completed') return false;
  return !isProgrammatic(item) && (memberOf(environment, 'type') ?? 'local') === 'local';
}

/**
 * The call that an output refers to. The earlier shell form has a call id instead of its own: `impliedCallId`
 * resolves it.
 */
function outputCallId(type: string, { call_id: callId, id }: JsonObject, impliedCallId?: string): string | undefined {
  if (typeof callId === 'string') return callId;
  if (impliedCallId !== undefined) return impliedCallId;
  return type === 'local_shell_call_output' && typeof id === 'string' ? id : undefined;
}
