// Ids of calls on a wire that does not take every id. Clients carry them from one model to the next: Kimi writes `functions.look:0`,
// and gateways put whole signatures into them.
import type { Message } from '@org/engine/model/message';
import type { Part, ToolCallPart, ToolResultPart } from '@org/engine/model/part';

/** Made of these letters, and as long as this at most, an id is one on every wire. */
const strange = /[^\w-]/g;
const longest = 64;

/** The messages with calls under ids that match `form`, and their results with them. Ids that do already stay as they are. */
export function withFittingCallIds(messages: readonly Message[], form: RegExp): readonly Message[] {
  const ids = idsIn(messages);
  const unfit = [...ids].filter((id) => !form.test(id));
  if (unfit.length === 0) return messages;
  const fitting = new Map<string, string>();
  for (const id of unfit) {
    const name = freeName(id, ids);
    ids.add(name);
    fitting.set(id, name);
  }
  return messages.map((message) => (message.parts.some(isOfCall) ? { ...message, parts: message.parts.map((part) => renamed(part, fitting)) } : message));
}

function idsIn(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const { parts } of messages) for (const part of parts) if (isOfCall(part)) ids.add(part.callId);
  return ids;
}

function isOfCall(part: Part): part is ToolCallPart | ToolResultPart {
  return part.type === 'tool-call' || part.type === 'tool-result';
}

/** The same for the same conversation, so that caches know its beginning again. */
function freeName(id: string, taken: ReadonlySet<string>): string {
  const fitting = id.replaceAll(strange, '_').slice(0, longest) || 'call';
  let name = fitting;
  for (let n = 2; taken.has(name); n += 1) name = `${fitting.slice(0, longest - `_${n}`.length)}_${n}`;
  return name;
}

function renamed(part: Part, fitting: ReadonlyMap<string, string>): Part {
  if (!isOfCall(part)) return part;
  const callId = fitting.get(part.callId);
  return callId === undefined ? part : { ...part, callId };
}
