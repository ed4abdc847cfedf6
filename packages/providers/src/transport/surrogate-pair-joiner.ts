import type { GenerationEvent, PartDelta, PartDeltaEvent } from '@org/engine';
import type { EmitEvent } from './response-decoder.js';

/** What a piece ended with: the first half of a character. */
interface Half {
  readonly index: number;
  readonly delta: PartDelta;
}

/**
 * Puts the halves of a character into one piece. Gateways that count UTF-16 units cut answers within an emoji: clients in Rust cannot read an
 * event with one half, and those in Python join two halves to a text that they cannot write.
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

  /** With the half before it, where it is its other one. */
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
    // What is said of the piece stays where it was said.
    if (complete !== '' || 'logprobs' in delta) this.#next(withText(event, complete));
    this.#half = { index, delta: bare(delta, delta.text.slice(-1)) };
  }

  /** It had no other half. */
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
