import type { StoreMemory } from '@org/engine/storage';

/** Maximum bytes of content that are read before their memory is reserved: one query then suffices. */
export const maxBytesUnreserved = 262_144;

/** The contents that a query found. */
export interface Measured<Value> {
  /** How many bytes they take in the store. */
  readonly bytes: number;
  /** Undefined when they have more bytes than the query may read, and when there are none. */
  readonly value: Value | undefined;
}

/** What a query returns when the owner has no such content. */
export const nothingFound: Measured<never> = { bytes: 0, value: undefined };

/** Reads contents of at most `maxBytes`; measures longer ones without reading them. */
export type ReadMeasured<Value> = (maxBytes: number) => Measured<Value> | Promise<Measured<Value>>;

/** The memory reserved for one operation of a store. What it reads twice, it reserves once. */
export class ReadReservation {
  #bytes = 0;

  constructor(
    private readonly memory: StoreMemory,
    private readonly owner: string,
  ) {}

  /** Reserves memory for `bytes` of content in all. Rejects with `overloaded`. */
  async growTo(bytes: number): Promise<void> {
    if (bytes <= this.#bytes) return;
    await this.memory.reserve(this.owner, bytes - this.#bytes);
    this.#bytes = bytes;
  }
}

/** Bytes to reserve for a history: it is not only decoded, but sent to an upstream, too. */
export function bytesForHistory(bytes: number): number {
  return Math.ceil(bytes * 1.5);
}

/**
 * Reads contents for which memory is reserved. Only long contents take a second query, which finds them as they are by
 * then: contents that have grown since are measured again.
 */
export async function readReserved<Value>(
  memory: StoreMemory,
  owner: string,
  read: ReadMeasured<Value>,
): Promise<Value | undefined> {
  const reservation = new ReadReservation(memory, owner);
  return await readOnceReserved((bytes) => reservation.growTo(bytes), read);
}

/** As {@link readReserved}, for a page of a log. */
export async function readPageReserved<Value>(
  memory: StoreMemory,
  owner: string,
  read: ReadMeasured<Value>,
): Promise<Value | undefined> {
  return await readOnceReserved((bytes) => memory.reservePage(owner, bytes), read);
}

async function readOnceReserved<Value>(
  reserve: (bytes: number) => Promise<void> | undefined,
  read: ReadMeasured<Value>,
): Promise<Value | undefined> {
  for (let maxBytes = maxBytesUnreserved; ;) {
    const { bytes, value } = await read(maxBytes);
    await reserve(bytes);
    if (bytes <= maxBytes) return value;
    maxBytes = bytes;
  }
}
