import type { JsonObject, Part, PartDelta } from '@org/engine';
import type { PartStream } from '../../shared/upstream/part-stream.js';

/** What an item emits. */
export type PartSink = Pick<PartStream, 'open' | 'append' | 'emitOpaque' | 'close'>;

/** A part, or some of it, that waits. */
type Withheld =
  | { readonly type: 'open' | 'close'; readonly part: Part }
  | { readonly type: 'append'; readonly delta: PartDelta }
  | { readonly type: 'opaque'; readonly value: JsonObject };

/**
 * The parts of one item. Withholds them while an earlier item is unfinished, because the parts of a response never
 * interleave.
 */
export class ItemParts implements PartSink {
  readonly #stream: PartSink;
  #withheld: Withheld[] | undefined = [];
  /** Text of the open part. */
  #grown = '';
  #closed: string | undefined = '';
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

  /** The text of all closed parts; undefined for free text for tools, which upstreams may send inside JSON. */
  get text(): string | undefined {
    return this.#closed;
  }

  /** Emits what was withheld, and all further parts at once. */
  release(): void {
    const withheld = this.#withheld ?? [];
    this.#withheld = undefined;
    for (const entry of withheld) {
      if (entry.type === 'open') this.#stream.open(entry.part);
      else if (entry.type === 'append') this.#stream.append(entry.delta);
      else if (entry.type === 'opaque') this.#stream.emitOpaque(entry.value);
      else this.#stream.close(entry.part);
    }
  }

  open(part: Part): void {
    this.#grown = '';
    if (this.#withheld === undefined) this.#stream.open(part);
    else this.#withheld.push({ type: 'open', part });
  }

  append(delta: PartDelta): void {
    if (delta.text === '') return;
    this.#hasText = true;
    if (this.#withheld === undefined) return this.#stream.append(delta);
    this.#grown += delta.text;
    this.#withheld.push({ type: 'append', delta });
  }

  emitOpaque(value: JsonObject): void {
    if (this.#withheld === undefined) this.#stream.emitOpaque(value);
    else this.#withheld.push({ type: 'opaque', value });
  }

  /** Where the final text of a withheld part is another one, it replaces the deltas. */
  close(part: Part): void {
    const text = textIn(part);
    const isFreeText = part.type === 'tool-call' && part.kind === 'custom';
    this.#closed = isFreeText || this.#closed === undefined ? undefined : this.#closed + text;
    if (this.#withheld === undefined) return this.#stream.close(part);
    if (text !== this.#grown) this.#replaceDeltas(part, this.#withheld);
    this.#withheld.push({ type: 'close', part });
  }

  #replaceDeltas(part: Part, withheld: Withheld[]): void {
    const start = withheld.findLastIndex(({ type }) => type === 'open') + 1;
    const others = withheld.splice(start).filter(({ type }) => type !== 'append');
    const delta = deltaOf(part);
    withheld.push(...(delta === undefined ? [] : [{ type: 'append', delta } as const]), ...others);
  }
}

function textIn(part: Part): string {
  return deltaOf(part)?.text ?? '';
}

/** All text of a part as one delta. */
function deltaOf(part: Part): PartDelta | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'reasoning', text: part.text };
    case 'tool-call':
      return { type: 'arguments', text: part.argumentsText };
    default:
      return undefined;
  }
}
