// What an upstream tells of an item while it works on it: how far a tool is, and what was written for it.
import type { JsonObject } from '@org/engine/model/json';
import type { OpaquePart } from '@org/engine/model/part';
import { responseStreamEventSchema } from '@org/protocol/responses';
import { parseJson } from '@org/protocol/schema';
import { membersOutside } from '../shared/json-of.js';
import type { SentEvent } from './sent-event.js';
import { placed, type ItemPlace } from './streams/item-stream.js';

/** The stages of each tool; the last word of the event's type. */
const stages: Readonly<Record<string, readonly string[]>> = {
  web_search_call: ['in_progress', 'searching', 'completed'],
  file_search_call: ['in_progress', 'searching', 'completed'],
  code_interpreter_call: ['in_progress', 'interpreting', 'completed'],
  code_interpreter_call_code: ['delta', 'done'],
  image_generation_call: ['in_progress', 'generating', 'partial_image', 'completed'],
  mcp_call: ['in_progress', 'completed', 'failed'],
  mcp_call_arguments: ['delta', 'done'],
  mcp_list_tools: ['in_progress', 'completed', 'failed'],
  compaction: ['compacting'],
};
const types = new Set(Object.entries(stages).flatMap(([tool, words]) => words.map((word) => `response.${tool}.${word}`)));
const placeMembers = new Set(['item_id', 'output_index', 'sequence_number']);

/** The event without its place when it tells how far its item is; undefined for every other. */
export function progressOf(event: JsonObject): JsonObject | undefined {
  if (!types.has(String(event['type'])) || !parseJson(responseStreamEventSchema, event).success) return undefined;
  return membersOutside(event, placeMembers);
}

/** What {@link progressOf} took, at its place in our stream. */
export function progressEvent(progress: JsonObject, place: ItemPlace): SentEvent {
  // The type comes first, as in all events of ours. It was checked against the schema of events.
  return { type: progress['type'], ...progress, ...placed(place) } as SentEvent;
}

/** What the model writes for a tool of its own wire, and where that stands in the item. */
const writings: Readonly<Record<string, string>> = { mcp_call: 'arguments', code_interpreter_call: 'code' };

/** What was written for an item as far as its events have told. */
export class WrittenText {
  #text = '';
  #whole = false;

  get text(): string {
    return this.#text;
  }

  /** Whether the event was there that says it whole. */
  get whole(): boolean {
    return this.#whole;
  }

  take({ type, delta, arguments: args, code }: JsonObject): void {
    const word = String(type);
    if (word.endsWith('.delta')) this.#text += typeof delta === 'string' ? delta : '';
    if (!word.endsWith('.done')) return;
    this.#text = String(args ?? code);
    this.#whole = true;
  }

  /** Whether the finished part goes on where the events were. */
  fits({ wireType, value }: OpaquePart): boolean {
    const text = value[writings[wireType] ?? ''];
    if (typeof text !== 'string') return true;
    return this.#whole ? text === this.#text : text.startsWith(this.#text);
  }

  /** The part with what was written for it so far, and not what it began with. */
  putInto(part: OpaquePart): OpaquePart {
    const member = writings[part.wireType];
    return member === undefined || this.#text === '' ? part : { ...part, value: { ...part.value, [member]: this.#text } };
  }
}
