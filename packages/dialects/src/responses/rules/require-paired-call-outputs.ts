import { clientCallIn, clientOutputIn } from '../client-tools/decode-client-item.js';
import { isProgrammatic } from '../decode/is-programmatic.js';
import { refuse } from '../decode/refuse.js';
import type { ResolvedItem } from '../decode/resolve-items.js';

/**
 * Every output follows its call, and every call has its output: one without the other confuses a model. Applies to
 * requests that bring their complete history; in a chain the call may be in an earlier turn, and after a compaction
 * it may be gone.
 */
export function requirePairedCallOutputs(items: readonly ResolvedItem[]): void {
  if (items.some(({ item }) => item.type === 'compaction')) return;
  /** Each call by its id: its kind while it waits, undefined once it needs no output. */
  const waiting = new Map<string, string | undefined>();
  const resolveCall = (callId: string, kind: string): void => {
    if (!waiting.has(callId)) refuse('input', `No tool call found for ${kind} output with call_id ${callId}.`);
    waiting.set(callId, undefined);
  };
  for (const { item, impliedCallId } of items) {
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
        if (isProgrammatic(item)) break;
        // The model continues without the output of an asynchronous call, and of a truncated call, which no client
        // could run.
        waiting.set(item.call_id, item.async === true || item.status === 'incomplete' ? undefined : kindOf(item.type));
        break;
      case 'function_call_output':
      case 'custom_tool_call_output': {
        const callId = item.call_id;
        if (typeof callId === 'string' && !isProgrammatic(item)) resolveCall(callId, kindOf(item.type));
        break;
      }
      default: {
        const call = clientCallIn(item);
        if (call !== undefined) waiting.set(call.callId, call.awaited ? call.label : undefined);
        const output = isProgrammatic(item) ? undefined : clientOutputIn(item, impliedCallId);
        if (output !== undefined) resolveCall(output.callId, output.label);
        break;
      }
    }
  }
  for (const [callId, kind] of waiting) {
    if (kind !== undefined) refuse('input', `No tool output found for ${kind} ${callId}.`);
  }
}

function kindOf(itemType: string): string {
  return itemType.startsWith('custom') ? 'custom tool call' : 'function call';
}
