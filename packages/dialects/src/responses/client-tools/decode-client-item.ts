// Calls of tools that the client runs, and its answers, as they come back from it.
import type { JsonObject, ToolCallPart, ToolResultPart } from '@org/engine';
import { jsonOf, memberOf, textOf } from '../../shared/json-of.js';
import { isProgrammatic } from '../decode/programmatic.js';
import { toExtensions } from '../extensions.js';
import { clientToolOfCall, clientToolOfOutput } from './client-tools.js';

/** The call that an item is; undefined for every other item. */
export function decodeClientCall(type: string, item: JsonObject): ToolCallPart | undefined {
  const kind = clientToolOfCall(type);
  const { call_id: callId } = item;
  if (kind === undefined || typeof callId !== 'string') return undefined;
  const said = kind.readCall(item);
  if (said === undefined) return undefined;
  const argumentsText = typeof said === 'string' ? said : JSON.stringify(said);
  const call: ToolCallPart = {
    type: 'tool-call',
    callId,
    name: kind.name,
    kind: 'function',
    argumentsText,
    extensions: toExtensions({ whole: item }),
  };
  return awaitsAnswer(item) ? call : { ...call, detached: true };
}

/** The client's answer that an item is; undefined for every other item. `answers`: the call, where the item itself does not name it. */
export function decodeClientOutput(type: string, item: JsonObject, answers?: string): ToolResultPart | undefined {
  const kind = clientToolOfOutput(type);
  const callId = answeredBy(type, item, answers);
  if (kind === undefined || callId === undefined) return undefined;
  const output = kind.readOutput(item);
  return (
    output && { type: 'tool-result', callId, kind: 'function', ...output, extensions: toExtensions({ whole: item }) }
  );
}

/** The call and the answer that an item is, for those who only count them. `words`: what an error calls it. */
export function clientCallIn(
  sent: object,
): { readonly callId: string; readonly words: string; readonly awaited: boolean } | undefined {
  const item = jsonOf(sent);
  const kind = clientToolOfCall(textOf(item['type']));
  const { call_id: callId } = item;
  if (kind === undefined || typeof callId !== 'string' || kind.readCall(item) === undefined) return undefined;
  return { callId, words: kind.words, awaited: awaitsAnswer(item) };
}

export function clientOutputIn(
  sent: object,
  answers?: string,
): { readonly callId: string; readonly words: string } | undefined {
  const item = jsonOf(sent);
  const type = textOf(item['type']);
  const kind = clientToolOfOutput(type);
  const callId = answeredBy(type, item, answers);
  return kind === undefined || callId === undefined || kind.readOutput(item) === undefined
    ? undefined
    : { callId, words: kind.words };
}

/** Whether a call needs its output: one that was cut is not run, and what runs in a container or a program is answered there. */
function awaitsAnswer(item: JsonObject): boolean {
  const { status, environment } = item;
  if (typeof status === 'string' && status !== 'completed') return false;
  return !isProgrammatic(item) && (memberOf(environment, 'type') ?? 'local') === 'local';
}

/** The call that an output names. The earlier form of the shell has an id of the call in the place of its own: `answers` says what that means. */
function answeredBy(type: string, { call_id: callId, id }: JsonObject, answers?: string): string | undefined {
  if (typeof callId === 'string') return callId;
  if (answers !== undefined) return answers;
  return type === 'local_shell_call_output' && typeof id === 'string' ? id : undefined;
}
