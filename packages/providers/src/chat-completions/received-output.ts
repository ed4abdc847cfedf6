import { asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/** Members that carry text, by what it is: upstreams differ in the names for reasoning. */
const textMembers = {
  content: ['content'],
  refusal: ['refusal'],
  reasoning: ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text'],
} as const;
type TextKind = keyof typeof textMembers;
const kinds = ['content', 'refusal', 'reasoning'] as const satisfies readonly TextKind[];
const callMembers = ['tool_calls', 'function_call'] as const;

/** The output that deltas brought. Some upstreams repeat it in a complete message, next to the last delta or after it. */
export class ReceivedOutput {
  readonly #texts: Record<TextKind, string> = { content: '', refusal: '', reasoning: '' };
  /** Whether content came as a list of typed parts. */
  #hasList = false;
  #hasCalls = false;

  push(delta: ApiPayload): void {
    for (const kind of kinds) {
      const member = memberIn(delta, kind);
      if (member !== undefined) this.#texts[kind] += String(delta[member]);
    }
    if (Array.isArray(delta['content'])) this.#hasList = true;
    if (!this.#hasCalls && callMembers.some((member) => hasEntries(delta[member]))) this.#hasCalls = true;
  }

  /** The message without what was received: its texts as far as they continue the received ones. */
  remainderOf(message: ApiPayload): ApiPayload {
    const remainder: Record<string, unknown> = { ...message };
    for (const kind of kinds) {
      const received = this.#texts[kind];
      const member = memberIn(message, kind);
      if (received === '' || member === undefined) continue;
      const text = String(message[member]);
      for (const other of textMembers[kind]) delete remainder[other];
      if (text.startsWith(received)) remainder[member] = text.slice(received.length);
    }
    if (this.#hasList || (Array.isArray(message['content']) && this.#texts.content !== '')) delete remainder['content'];
    if (this.#hasCalls) for (const member of callMembers) delete remainder[member];
    return remainder;
  }
}

/** The first member of a kind that has text. */
function memberIn(payload: ApiPayload, kind: TextKind): string | undefined {
  for (const member of textMembers[kind]) if (asText(payload[member]) !== undefined) return member;
  return undefined;
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'object' && value !== null;
}
