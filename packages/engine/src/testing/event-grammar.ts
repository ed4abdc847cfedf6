import type { GenerationEvent, PartDelta } from '../model/generation-event.js';
import type { Part } from '../model/part.js';
import { growingText } from '../model/replay.js';
import type { Usage } from '../model/usage.js';

/** A fault in a stream of events, with the position of the faulty event. */
export class EventGrammarError extends Error {
  override readonly name = 'EventGrammarError';
}

type Phase =
  | { readonly at: 'before-start' }
  | { readonly at: 'between-parts' }
  | { readonly at: 'in-part'; readonly start: Part }
  | { readonly at: 'ended' }
  | { readonly at: 'failing' };

/**
 * Checks one neutral stream against its grammar, event by event: `generation-start (part-start part-delta* part-end)*
 * generation-end`, indices without a gap, deltas that match their part, finished text equal to the joined deltas,
 * integer counts. The service does not run this check in production.
 */
export class EventGrammar {
  #phase: Phase = { at: 'before-start' };
  #position = -1;
  #nextIndex = 0;
  #grown = '';
  readonly #of: 'step' | 'turn';

  /** `turn`: the response may consist of several steps and report usage between them. */
  constructor(of: 'step' | 'turn' = 'step') {
    this.#of = of;
  }

  /** Throws {@link EventGrammarError} when `event` is not allowed at this position. */
  push(event: GenerationEvent): void {
    this.#position += 1;
    switch (event.type) {
      case 'generation-start':
        this.#require(this.#phase.at === 'before-start', 'generation-start is the first event and occurs once');
        this.#checkUsage(event.usage);
        this.#phase = { at: 'between-parts' };
        return;
      case 'part-start':
        this.#require(this.#phase.at === 'between-parts', `part-start may not stand ${this.#phase.at}`);
        this.#require(
          event.index === this.#nextIndex,
          `part-start has index ${event.index}, expected ${this.#nextIndex}`,
        );
        this.#require((growingText(event.part) ?? '') === '', 'a part starts with its growing text empty');
        this.#grown = '';
        this.#phase = { at: 'in-part', start: event.part };
        return;
      case 'part-delta':
        this.#checkDelta(event.index, event.delta);
        this.#grown += event.delta.text;
        return;
      case 'part-end':
        this.#checkPartEnd(event.index, event.part);
        this.#nextIndex += 1;
        this.#phase = { at: 'between-parts' };
        return;
      case 'generation-end':
        this.#require(this.#phase.at === 'between-parts', `generation-end may not stand ${this.#phase.at}`);
        this.#checkUsage(event.usage);
        this.#phase = { at: 'ended' };
        return;
      case 'generation-usage':
        this.#require(
          this.#phase.at === 'between-parts' || this.#phase.at === 'in-part',
          `generation-usage may not stand ${this.#phase.at}`,
        );
        this.#checkUsage(event.usage);
        if (this.#of === 'step') this.#phase = { at: 'failing' };
        return;
    }
  }

  /** Throws unless the stream is complete. */
  end(): void {
    this.#position += 1;
    this.#require(this.#phase.at === 'ended', `the stream stops ${this.#phase.at}, without generation-end`);
  }

  #checkDelta(index: number, delta: PartDelta): void {
    const phase = this.#phase;
    if (phase.at !== 'in-part') throw this.#fault(`part-delta may not stand ${phase.at}`);
    this.#require(index === this.#nextIndex, `part-delta has index ${index}, the open part is ${this.#nextIndex}`);
    const expected = deltaType(phase.start);
    this.#require(
      delta.type === 'opaque' || delta.type === expected,
      `a ${phase.start.type} part takes ${expected ?? 'no'} deltas, not ${delta.type}`,
    );
    this.#require(delta.type === 'opaque' || delta.text !== '', 'a delta carries text');
  }

  #checkPartEnd(index: number, part: Part): void {
    const phase = this.#phase;
    if (phase.at !== 'in-part') throw this.#fault(`part-end may not stand ${phase.at}`);
    this.#require(index === this.#nextIndex, `part-end has index ${index}, the open part is ${this.#nextIndex}`);
    this.#require(part.type === phase.start.type, `a ${phase.start.type} part ended as ${part.type}`);
    if (part.type === 'tool-call' && phase.start.type === 'tool-call') {
      this.#require(
        part.callId === phase.start.callId && part.name === phase.start.name && part.kind === phase.start.kind,
        'a tool call has a constant id, name and kind',
      );
      this.#require(part.callId !== '' && part.name !== '', 'a tool call has an id and a name');
    }
    if (part.type === 'text' && phase.start.type === 'text') {
      this.#require(part.refusal === phase.start.refusal, 'a text part is a refusal from start to end or not at all');
    }
    const text = growingText(part);
    this.#require(text === undefined || text === this.#grown, 'the finished text equals the joined deltas');
  }

  #checkUsage(usage: Usage): void {
    for (const key of [
      'inputTokens',
      'outputTokens',
      'cachedInputTokens',
      'cacheWriteTokens',
      'reasoningTokens',
    ] as const) {
      this.#require(Number.isSafeInteger(usage[key]) && usage[key] >= 0, `usage.${key} is an integer of at least 0`);
    }
  }

  #require(condition: boolean, rule: string): void {
    if (!condition) throw this.#fault(rule);
  }

  #fault(rule: string): EventGrammarError {
    return new EventGrammarError(`event ${this.#position}: ${rule}`);
  }
}

function deltaType(part: Part): PartDelta['type'] | undefined {
  switch (part.type) {
    case 'text':
      return 'text';
    case 'reasoning':
      return 'reasoning';
    case 'tool-call':
      return 'arguments';
    case 'tool-result':
    case 'media':
    case 'opaque':
      return undefined;
  }
}
