import { GrammarError } from '../../schema/grammar-error.js';
import type { ResponseStreamEvent } from '../events/stream-event.js';
import { runningEventMembers } from '../events/stream-event.js';
import { itemTypeOf } from './event-item-type.js';
import type { Fault } from './fault.js';
import { ItemGrammar } from './item-grammar.js';
import { checkLifecycle } from './lifecycle-grammar.js';
import { sameJson } from './same-json.js';
import type { ResponseOutputItem } from '../items/output-item.js';
import type { Response } from '../response/response.js';

const knownTypes: ReadonlySet<string> = new Set(runningEventMembers.flatMap((member) => [...member.shape.type.values]));

/**
 * Validates the event order of a stream, as the strictest clients require it:
 *
 *     created queued? in_progress? item* (completed | incomplete | error? failed) or `error` at any position, as the
 *     last
 *     item = output_item.added <deltas of the item> output_item.done
 *
 * A `keepalive` may follow each of them, and has no position. Numbers are positions. An `error` that repeats the
 * number of the preceding event concerns the stream alone: the stream ends here, the response may continue, and a
 * client that resumes after that number misses nothing.
 *
 * This class checks order and consistency of events, not their shape: push only events that the schema has accepted.
 */
export class ResponseGrammar {
  #position = 0;
  #phase: 'new' | 'created' | 'running' | 'failing' | 'ended' = 'new';
  #responseId: string | undefined;
  readonly #items: ItemGrammar[] = [];
  readonly #identities = new Set<string>();

  /** Takes the next event. Throws GrammarError that names the rule and the event's position. */
  push(event: ResponseStreamEvent): void {
    const index = this.#position;
    if (event.type === 'keepalive') {
      if (index > 0) return;
      throw new GrammarError('created-first', index, 'the stream starts with a keep-alive');
    }
    const fault: Fault = (rule, message) => new GrammarError(rule, index, message);
    if (this.#phase === 'ended') throw fault('nothing-after-terminal', `${String(event.type)} after the last event`);
    const ofStream = event.type === 'error' && index > 0 && event['sequence_number'] === index - 1;
    if (event['sequence_number'] !== index && !ofStream) {
      throw fault(
        'sequence-number-is-position',
        `sequence_number ${String(event['sequence_number'])} at position ${index}`,
      );
    }
    if (this.#phase === 'failing' && !isFailed(event))
      throw fault('nothing-after-terminal', `${String(event.type)} after an error event`);
    if (this.#phase === 'new' && event.type !== 'response.created' && event.type !== 'error') {
      throw fault('created-first', `the stream starts with ${String(event.type)}`);
    }
    if (ofStream) this.#phase = 'ended';
    else this.#take(event, fault);
    this.#position += 1;
  }

  /** The stream is over. Throws when it has no terminal event. */
  end(): void {
    if (this.#phase !== 'ended' && this.#phase !== 'failing') {
      throw new GrammarError('terminal-present', this.#position, 'the stream ended without a terminal event');
    }
  }

  #take(event: ResponseStreamEvent, fault: Fault): void {
    switch (event.type) {
      case 'error':
        this.#phase = this.#phase === 'new' ? 'ended' : 'failing';
        return;
      case 'response.created':
        if (this.#phase !== 'new') throw fault('created-once', 'a second response.created');
        checkLifecycle(event.type, event.response, undefined, fault);
        this.#responseId = event.response.id;
        this.#phase = 'created';
        return;
      case 'response.queued':
        if (this.#position !== 1)
          throw fault('queued-after-created', 'response.queued at another position than after response.created');
        checkLifecycle(event.type, event.response, this.#responseId, fault);
        return;
      case 'response.in_progress':
        if (this.#phase !== 'created') throw fault('in-progress-once', 'a second response.in_progress');
        checkLifecycle(event.type, event.response, this.#responseId, fault);
        this.#phase = 'running';
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        checkLifecycle(event.type, event.response, this.#responseId, fault);
        this.#checkOutput(event.response, fault);
        this.#phase = 'ended';
        return;
      case 'response.audio.delta':
      case 'response.audio.done':
      case 'response.audio.transcript.delta':
      case 'response.audio.transcript.done':
        this.#requireRunning(fault);
        return;
      case 'response.output_item.added':
        this.#requireRunning(fault);
        this.#addItem(event.item, event.output_index, fault);
        return;
      default:
        if (!knownTypes.has(String(event.type)))
          throw fault('known-event', `${String(event.type)} is not an event of this dialect`);
        this.#route(event, fault);
    }
  }

  #requireRunning(fault: Fault): void {
    if (this.#phase !== 'running') throw fault('in-progress-before-output', 'output before response.in_progress');
  }

  #addItem(item: ResponseOutputItem, outputIndex: number, fault: Fault): void {
    if (outputIndex !== this.#items.length) {
      throw fault('output-index-consecutive', `output_index ${outputIndex}, expected ${this.#items.length}`);
    }
    const added = new ItemGrammar(item, fault);
    for (const identity of identitiesOf(added.id, item)) {
      if (this.#identities.has(identity))
        throw fault('item-identity-unique', `two items with the identity ${identity}`);
      this.#identities.add(identity);
    }
    this.#items.push(added);
  }

  #route(event: ResponseStreamEvent, fault: Fault): void {
    const outputIndex = event['output_index'];
    const item = typeof outputIndex === 'number' ? this.#items[outputIndex] : undefined;
    if (item === undefined)
      throw fault('item-added-first', `output_index ${String(outputIndex)} does not name an item`);
    if (event.type !== 'response.output_item.done') {
      const namesItem = !String(event.type).startsWith('response.shell_call_command.');
      if (namesItem && event['item_id'] !== item.id)
        throw fault('item-id-constant', `item_id does not name the item at ${String(outputIndex)}`);
      const expected = itemTypeOf(event);
      if (expected !== item.type)
        throw fault('event-fits-item', `${String(event.type)} for an item of type ${String(item.type)}`);
    }
    item.push(event, fault);
  }

  #checkOutput(response: Response, fault: Fault): void {
    const unfinished = this.#items.findIndex((item) => item.done === undefined);
    if (unfinished !== -1) throw fault('items-done-before-terminal', `item ${unfinished} is not done`);
    if (
      !sameJson(
        response.output,
        this.#items.map((item) => item.done),
      )
    ) {
      throw fault('output-equals-items', 'the output of the last response differs from the done items');
    }
  }
}

/** A response that was cancelled has not failed. */
function isFailed(event: ResponseStreamEvent): boolean {
  return event.type === 'response.failed' && event.response.status === 'failed';
}

/** Validates a complete stream. Throws GrammarError. */
export function checkResponseStream(events: Iterable<ResponseStreamEvent>): void {
  const grammar = new ResponseGrammar();
  for (const event of events) grammar.push(event);
  grammar.end();
}

/** What no second item may have: the id, and for calls and outputs the call id among those of its type. */
function identitiesOf(id: string, item: ResponseOutputItem): string[] {
  const callId = item['call_id'];
  return typeof callId === 'string' ? [`id:${id}`, `${String(item.type)}:${callId}`] : [`id:${id}`];
}
