// Maps call ids for an API that does not accept every id. Clients carry ids from one model to the next: Kimi writes
// `functions.look:0`, and gateways put complete signatures into them.
import type { Message } from './message.js';
import type { Part, ToolCallPart, ToolResultPart } from './part.js';

/** The accepted form of call ids. */
export interface CallIdForm {
  readonly pattern: RegExp;
  /**
   * Generates a replacement id of the accepted form, deterministic so that caches recognize a conversation.
   * `attempt`: 1, or more when that id was taken. The id is read once, at any length.
   */
  readonly instead: (id: string) => (attempt: number) => string;
}

/** An id of these characters, within this length, is valid in almost every API. */
const disallowedCharacters = /[^\w-]/g;
const maxIdLength = 64;
/** Length of the id prefix that is the same in every attempt. */
const stablePrefixLength = 24;

/** Changes an id only where it is not accepted. */
export function plainCallIds(pattern: RegExp, maxLength = maxIdLength): CallIdForm {
  return {
    pattern,
    instead: (id) => {
      const plain = id.slice(0, maxLength).replaceAll(disallowedCharacters, '_') || 'call';
      return (attempt) => {
        const end = attempt === 1 ? '' : `_${attempt}`;
        return `${plain.slice(0, maxLength - end.length)}${end}`;
      };
    },
  };
}

/** Maps the ids of calls and results that are not accepted to their replacements. */
export function mapCallIds(
  messages: readonly Message[],
  { pattern, instead }: CallIdForm,
): ReadonlyMap<string, string> {
  const ids = idsIn(messages);
  const mapped = new Map<string, string>();
  // Each id with the same prefix starts at the attempt where the last one stopped, so that many of them take no
  // longer than others.
  const attempts = new Map<string, number>();
  for (const id of [...ids].filter((one) => !pattern.test(one))) {
    const nameOf = instead(id);
    const prefix = nameOf(1).slice(0, stablePrefixLength);
    let attempt = ids.has(nameOf(1)) ? (attempts.get(prefix) ?? 2) : 1;
    while (ids.has(nameOf(attempt))) attempt += 1;
    if (attempt > 1) attempts.set(prefix, attempt + 1);
    const name = nameOf(attempt);
    ids.add(name);
    mapped.set(id, name);
  }
  return mapped;
}

/** The messages with calls under ids of the form, and their results with them. */
export function withMappedCallIds(messages: readonly Message[], form: CallIdForm): readonly Message[] {
  const mapped = mapCallIds(messages, form);
  if (mapped.size === 0) return messages;
  return messages.map((message) =>
    message.parts.some(isOfCall) ? { ...message, parts: message.parts.map((part) => renamed(part, mapped)) } : message,
  );
}

function idsIn(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const { parts } of messages) for (const part of parts) if (isOfCall(part)) ids.add(part.callId);
  return ids;
}

function isOfCall(part: Part): part is ToolCallPart | ToolResultPart {
  return part.type === 'tool-call' || part.type === 'tool-result';
}

function renamed(part: Part, mapped: ReadonlyMap<string, string>): Part {
  if (!isOfCall(part)) return part;
  const callId = mapped.get(part.callId);
  return callId === undefined ? part : { ...part, callId };
}
