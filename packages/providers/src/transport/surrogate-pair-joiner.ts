import type { GenerationEvent, PartDelta, PartDeltaEvent } from '@org/engine';
import type { EmitEvent } from './response-decoder.js';

/** The first half of a surrogate pair at the end of a delta. */
interface Half {
  readonly index: number;
  readonly delta: PartDelta;
}

/**
 * Joins the halves of a character into one delta. Gateways that count UTF-16 units split responses within an emoji:
 * Rust clients cannot read an event with one half, and Python clients join two halves to a text that they cannot
 * write.
 */
export class SurrogatePairJoiner {
  readonly #next: EmitEvent;
  #half: Half | undefined;

  constructor(next: EmitEvent) {
    this.#next = next;
  }

  push(event: GenerationEvent): void {
    if (event.type !== 'part-delta') {
      this.#flush();
      this.#next(event);
    } else if (this.#half === undefined && !endsInHalf(event.delta.text)) this.#next(event);
    else if (event.delta.type === 'opaque') this.#next(event);
    else this.#pushDelta(this.#joined(event));
  }

  /** Adds the preceding half where this delta starts with the other one. */
  #joined(event: PartDeltaEvent): PartDeltaEvent {
    const half = this.#half;
    if (
      half === undefined ||
      half.index !== event.index ||
      half.delta.type !== event.delta.type ||
      !startsInHalf(event.delta.text)
    ) {
      this.#flush();
      return event;
    }
    this.#half = undefined;
    return withText(event, half.delta.text + event.delta.text);
  }

  #pushDelta(event: PartDeltaEvent): void {
    const { index, delta } = event;
    if (!endsInHalf(delta.text)) {
      this.#next(event);
      return;
    }
    const complete = delta.text.slice(0, -1);
    // Log-probabilities remain with their delta.
    if (complete !== '' || 'logprobs' in delta) this.#next(withText(event, complete));
    this.#half = { index, delta: bare(delta, delta.text.slice(-1)) };
  }

  /** Emits a half without its counterpart. */
  #flush(): void {
    const half = this.#half;
    if (half === undefined) return;
    this.#half = undefined;
    this.#next({ type: 'part-delta', ...half });
  }
}

function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

function startsInHalf(text: string): boolean {
  const first = text.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff;
}

function withText(event: PartDeltaEvent, text: string): PartDeltaEvent {
  const { delta } = event;
  return delta.type === 'opaque' ? event : { ...event, delta: { ...delta, text } };
}

function bare(delta: PartDelta, text: string): PartDelta {
  if (delta.type !== 'text') return delta.type === 'opaque' ? delta : { ...delta, text };
  return { type: 'text', text };
}
