import { asObject, asText, isObject } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { MessageCalls } from './message-calls.js';
import { MessageTexts } from './message-texts.js';
import { readContentEntry } from './read-content-entry.js';

/** Members that carry text, by what it is: upstreams differ in the names for reasoning. */
const textMembers = {
  content: ['content'],
  refusal: ['refusal'],
  reasoning: ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text'],
} as const;
type TextKind = keyof typeof textMembers;
const kinds = ['content', 'refusal', 'reasoning'] as const satisfies readonly TextKind[];
const callMembers = ['tool_calls', 'function_call'] as const;

/**
 * The output that arrived. Some upstreams repeat the output of deltas in a complete message, next to the last delta
 * or after it; others send messages in place of deltas.
 */
export class ReceivedOutput {
  /** What deltas brought. */
  readonly #texts: Record<TextKind, string> = { content: '', refusal: '', reasoning: '' };
  /** Whether content came as a list of typed parts. */
  #hasList = false;
  #hasCalls = false;
  readonly #messageTexts = new MessageTexts();
  readonly #messageCalls = new MessageCalls();
  #hasOutput = false;
  /** The first output, a message of plain text. Most responses have no other, so it is compared only when one follows. */
  #firstMessage: ApiPayload | undefined;

  push(delta: ApiPayload): void {
    this.#startOutput();
    for (const kind of kinds) {
      const member = memberIn(delta, kind);
      if (member !== undefined) this.#texts[kind] += String(delta[member]);
    }
    if (Array.isArray(delta['content'])) this.#hasList = true;
    if (!this.#hasCalls && callMembers.some((member) => hasEntries(delta[member]))) this.#hasCalls = true;
  }

  /**
   * The message without what arrived before: what it adds to deltas, or to the messages before it. `isLast`: the
   * message comes with a finish reason.
   */
  remainderOf(message: ApiPayload, isLast: boolean): ApiPayload {
    if (!this.#hasOutput && isPlainText(message)) {
      this.#hasOutput = true;
      this.#firstMessage = message;
      return message;
    }
    this.#startOutput();
    return this.#added(message, isLast);
  }

  /** Takes the first message before what follows it. */
  #startOutput(): void {
    this.#hasOutput = true;
    const first = this.#firstMessage;
    if (first === undefined) return;
    this.#firstMessage = undefined;
    this.#added(first, false);
  }

  #added(message: ApiPayload, isLast: boolean): ApiPayload {
    const completing = this.#afterDeltas(withPlainContent(message));
    const calls = this.#messageCalls.numbered(completing, (number) => this.#messageTexts.textOf(callName(number)));
    const texts = kinds.flatMap((kind) => {
      const member = memberIn(completing, kind);
      return member === undefined || this.#texts[kind] !== ''
        ? []
        : [{ kind, member, text: String(completing[member]) }];
    });
    const added = this.#messageTexts.take(
      new Map([
        ...texts.map(({ kind, text }) => [kind as string, text] as const),
        ...calls.flatMap(({ number, argumentsText: text }) => (text === '' ? [] : [[callName(number), text] as const])),
      ]),
      isLast,
    );
    const remainder: Record<string, unknown> = { ...completing };
    for (const { kind, member } of texts) {
      for (const other of textMembers[kind]) delete remainder[other];
      remainder[member] = added.get(kind);
    }
    if (Array.isArray(completing['content'])) this.#hasList = true;
    if (calls.length === 0) return remainder;
    const { function_call: _, ...others } = remainder;
    return {
      ...others,
      tool_calls: calls.map(({ number, entry }) => ({
        ...entry,
        index: number,
        function: { ...(asObject(entry['function']) ?? entry), arguments: added.get(callName(number)) ?? '' },
      })),
    };
  }

  /** The message without what deltas brought: its texts as far as they continue the received ones. */
  #afterDeltas(message: ApiPayload): ApiPayload {
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

/** Whether a message has nothing but a text, so that nothing is left out of the first one. */
function isPlainText(message: ApiPayload): boolean {
  const { content } = message;
  if (typeof content !== 'string' || content.trim() === '') return false;
  if (memberIn(message, 'refusal') !== undefined || memberIn(message, 'reasoning') !== undefined) return false;
  return !callMembers.some((member) => hasEntries(message[member]));
}

function callName(number: number): string {
  return `call ${number}`;
}

/** With a list of nothing but texts as one text. */
function withPlainContent(message: ApiPayload): ApiPayload {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const texts = content.map((entry) => readContentEntry(entry));
  const isPlain = texts.every((entry) => entry?.kind === 'text');
  return isPlain
    ? { ...message, content: texts.map((entry) => (entry?.kind === 'text' ? entry.text : '')).join('') }
    : message;
}

/** The first member of a kind that has text. */
function memberIn(payload: ApiPayload, kind: TextKind): string | undefined {
  for (const member of textMembers[kind]) if (asText(payload[member]) !== undefined) return member;
  return undefined;
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value);
}
