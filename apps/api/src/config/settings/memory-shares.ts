import { defaultMaxBytesRead } from '@org/stores';

/** Bytes of the memory budget that large requests leave to small ones. */
export function reservedForSmall(maxMemoryBytes: number): number {
  return Math.floor(maxMemoryBytes / 6);
}

/** The part of the memory budget that one owner may use, in bytes. Two owners never block a third one's small requests. */
export function maxBytesPerOwner(maxMemoryBytes: number): number {
  return Math.floor((maxMemoryBytes - reservedForSmall(maxMemoryBytes)) / 2);
}

/**
 * Bytes of memory for each byte of a body until it is parsed: the body, its text, which may take two bytes for a
 * character, and the values, which are copies of it.
 */
export const bytesToParse = 5;
/** Bytes of memory for each byte of a body from then on: the values, and what is sent upstream and stored of them. */
export const bytesToHold = 3;
/**
 * Bytes of memory for each value of a body, in addition to those of its text: its object, and those that are made of it for
 * the model, the store and the upstream. A body of 600 KB may have 199,000 values.
 */
export const bytesOfValue = 600;

/** Bytes of memory that a body of `bytes` with `values` values takes once it is parsed. */
export function bytesOfParsed(bytes: number, values: number): number {
  return bytes * bytesToHold + values * bytesOfValue;
}

/** Maximum bytes of history that a request reads: a request of the largest size can always be continued. */
export function maxBytesRead(maxBodyBytes: number): number {
  return Math.max(defaultMaxBytesRead, Math.ceil(maxBodyBytes * 1.5));
}

/** Bytes of memory for each byte that the store reads: the values, and what is sent of them. */
export const bytesToRead = 2;
/** Bytes of memory for each character of output: the text of the part, that of the event that ends it, and what waits to be sent. */
export const bytesToCollect = 3;
/** Bytes of memory for each byte that the store writes, during the write: the content, and its encrypted form. */
export const bytesToWrite = 2;
