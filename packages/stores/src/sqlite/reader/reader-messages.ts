import type { Failure } from '../writer/writer-messages.js';
import type { ReadName } from './read-operations.js';

/** One read as sent to the reader thread. */
export interface ReadOrder {
  readonly name: ReadName;
  readonly owner: string;
  readonly values: readonly unknown[];
}

/** A message of the main thread: a read, after the outcome of the last one, or a request to close. */
export type ToReader = ReadOrder | 'close';

/** What became of a read. */
export type FromReader =
  | { readonly type: 'read'; readonly result: unknown }
  | { readonly type: 'failed'; readonly failure: Failure };
