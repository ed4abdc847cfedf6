import type { JsonObject } from '@org/engine';

/** Number of latest events whose repetition is recognized. */
const windowSize = 4096;

/**
 * The `sequence_number`s of a response. A reconnected upstream sends events again under their numbers. Servers that
 * count for each item, or send one number only, send different events under a number: their numbers mean nothing.
 */
export class EventNumbers {
  readonly #numbers: number[] = [];
  readonly #hashes: number[] = [];
  #last = -1;
  #isTrusted = true;
  #isOrdered = true;

  /** Whether the numbers tell events apart. */
  get areReported(): boolean {
    return this.#isTrusted && this.#last > 0;
  }

  /** Whether no event has arrived after one with a higher number. */
  get isOrdered(): boolean {
    return this.#isOrdered;
  }

  /** Whether the event was processed before. Remembers it otherwise. */
  isRepeated(event: JsonObject): boolean {
    const { type, sequence_number: number } = event;
    // A keep-alive repeats the number of the event before it.
    if (type === 'keepalive') return false;
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0 || !this.#isTrusted) return false;
    const hash = hashOf(event);
    const slot = number % windowSize;
    if (number > this.#last) this.#last = number;
    else if (this.#numbers[slot] === number) {
      if (this.#hashes[slot] === hash && (this.#last > 0 || event['delta'] === undefined)) return true;
      this.#isTrusted = false;
      this.#isOrdered = true;
      return false;
    } else if (number <= this.#last - windowSize) return true;
    else this.#isOrdered = false;
    this.#numbers[slot] = number;
    this.#hashes[slot] = hash;
    return false;
  }
}

/** Hashes what distinguishes two events under one number: the content of items is too long to read twice. */
function hashOf({
  type,
  delta,
  output_index: index,
  content_index: part,
  summary_index: paragraph,
}: JsonObject): number {
  let hash = 0;
  for (const text of [type, delta])
    if (typeof text === 'string')
      for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  for (const at of [index, part, paragraph]) hash = (Math.imul(hash, 31) + (typeof at === 'number' ? at + 1 : 0)) | 0;
  return hash;
}
