// Progress that an upstream reports on an item: the tool's stage, and the text written for it.
import { type JsonObject, type OpaquePart, textOf } from '@org/engine';
import { responseStreamEventSchema } from '@org/protocol/responses';
import { knownTagsOf, parseJson } from '@org/protocol/schema';
import { membersOutside } from '../../shared/json-of.js';
import type { SentEvent } from './sent-event.js';
import { eventPosition, type ItemPosition } from './streams/item-stream.js';

/** Stages of each tool: the last segment of the event type. */
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
const types = new Set(
  Object.entries(stages).flatMap(([tool, stageNames]) => stageNames.map((stage) => `response.${tool}.${stage}`)),
);
const positionMembers = new Set(['item_id', 'output_index', 'sequence_number']);
/** Placeholder position: some servers omit position members, and this service replaces them. */
const anyPosition = { item_id: '', output_index: 0, sequence_number: 0 };

/**
 * The event without its position when it reports the progress of its item or is of an unknown kind; otherwise
 * undefined.
 */
export function progressOf(event: JsonObject): JsonObject | undefined {
  const { type } = event;
  if (
    typeof type !== 'string' ||
    !(types.has(type) || isUnknown(type)) ||
    !parseJson(responseStreamEventSchema, { ...anyPosition, ...event }).success
  )
    return undefined;
  return membersOutside(event, positionMembers);
}

const knownTypes = new Set(knownTagsOf(responseStreamEventSchema));

/** A type that is none could not be the name of a frame. */
function isUnknown(type: string): boolean {
  return /^[\w.:-]{1,128}$/.test(type) && !knownTypes.has(type);
}

/** The event that {@link progressOf} accepted, with its position in this service's stream. */
export function progressEvent(progress: JsonObject, position: ItemPosition): SentEvent {
  // The type comes first, as in all events of this service. Events of known types were validated against the event
  // schema.
  return { type: progress['type'], ...progress, ...eventPosition(position) } as SentEvent;
}

/** What the model writes for a built-in tool of this API: the location in the item and the event names. */
const writtenMembers = [
  { apiType: 'mcp_call', member: 'arguments', events: 'response.mcp_call_arguments' },
  { apiType: 'code_interpreter_call', member: 'code', events: 'response.code_interpreter_call_code' },
] as const;

/** Accumulates the text written for an item, as far as its events have reported it. */
export class WrittenText {
  #text = '';
  #complete = false;

  get text(): string {
    return this.#text;
  }

  /** Whether the event with the complete text has arrived. */
  get complete(): boolean {
    return this.#complete;
  }

  push(event: JsonObject): void {
    for (const { member, events } of writtenMembers) {
      if (event['type'] === `${events}.delta`) this.#text += textOf(event['delta']);
      if (event['type'] !== `${events}.done`) continue;
      this.#text = textOf(event[member]);
      this.#complete = true;
    }
  }

  /**
   * Reconciles the event with the preceding ones. An event with the complete text repeats the text already streamed,
   * preceded by the missing delta.
   */
  reconcileEvent(event: JsonObject): readonly JsonObject[] {
    const writing = writtenMembers.find(({ events }) => event['type'] === `${events}.done`);
    if (writing === undefined) return [event];
    const { member, events } = writing;
    const text = textOf(event[member]);
    if (!text.startsWith(this.#text)) return [{ ...event, [member]: this.#text }];
    return text === this.#text ? [event] : [{ type: `${events}.delta`, delta: text.slice(this.#text.length) }, event];
  }

  /** The finished part with the streamed text where the two differ. */
  reconcilePart(part: OpaquePart): OpaquePart {
    const text = part.value[memberOf(part) ?? ''];
    const isConsistent =
      typeof text !== 'string' || (this.#complete ? text === this.#text : text.startsWith(this.#text));
    return isConsistent ? part : this.putInto(part);
  }

  /** The part with the text written for it so far instead of its initial text. */
  putInto(part: OpaquePart): OpaquePart {
    const member = memberOf(part);
    return member === undefined || this.#text === ''
      ? part
      : { ...part, value: { ...part.value, [member]: this.#text } };
  }
}

function memberOf({ apiType }: OpaquePart): string | undefined {
  return writtenMembers.find((writing) => writing.apiType === apiType)?.member;
}
