import type { JsonObject, Part, PartDelta } from '@org/engine';
import type { PartStream } from '../../shared/upstream/part-stream.js';

/** What an item emits. */
export type PartSink = Pick<PartStream, 'open' | 'append' | 'emitOpaque' | 'close'>;

/**
 * The parts of one item. Withholds them while an earlier item is unfinished, because the parts of a response never
 * interleave.
 */
export class ItemParts implements PartSink {
  readonly #stream: PartSink;
  #withheld: ((stream: PartSink) => void)[] | undefined = [];
  #closed = '';
  #hasText = false;

  constructor(stream: PartSink) {
    this.#stream = stream;
  }

  /** Whether parts go to the client as they arrive. */
  get isLive(): boolean {
    return this.#withheld === undefined;
  }

  /** Whether any text has grown. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** The text of all closed parts, without free text for tools. */
  get text(): string {
    return this.#closed;
  }

  /** Emits what was withheld, and all further parts at once. */
  release(): void {
    const withheld = this.#withheld ?? [];
    this.#withheld = undefined;
    for (const emit of withheld) emit(this.#stream);
  }

  open(part: Part): void {
    if (this.#withheld === undefined) this.#stream.open(part);
    else this.#withheld.push((stream) => stream.open(part));
  }

  append(delta: PartDelta): void {
    this.#hasText ||= delta.text !== '';
    if (this.#withheld === undefined) this.#stream.append(delta);
    else if (delta.text !== '') this.#withheld.push((stream) => stream.append(delta));
  }

  emitOpaque(value: JsonObject): void {
    if (this.#withheld === undefined) this.#stream.emitOpaque(value);
    else this.#withheld.push((stream) => stream.emitOpaque(value));
  }

  close(part: Part): void {
    this.#closed += textIn(part);
    if (this.#withheld === undefined) this.#stream.close(part);
    else this.#withheld.push((stream) => stream.close(part));
  }
}

function textIn(part: Part): string {
  if (part.type === 'tool-call') return part.kind === 'custom' ? '' : part.argumentsText;
  return part.type === 'text' || part.type === 'reasoning' ? part.text : '';
}
