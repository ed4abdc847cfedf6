import { EngineError, type ErrorCode } from '@org/engine/storage';
import type { WriteName } from './write-operations.js';

/** One write as sent to the writer thread. */
export interface WriteOrder {
  readonly name: WriteName;
  readonly values: readonly unknown[];
  /** Buffers in the values whose memory is freed after the write. */
  readonly transferred: readonly ArrayBuffer[];
}

/** A message of the main thread: writes in order, or a request to close once they are done. */
export type ToWriter = readonly WriteOrder[] | 'close';

/** What the writer sends: that it is ready, with which file, or could not open; then what became of writes, in the order they came. */
export type FromWriter =
  | { readonly type: 'ready'; readonly file: string }
  | { readonly type: 'rejected'; readonly failure: Failure }
  | ({ readonly type: 'written' } & WriteOutcomes);

/** What became of a group of writes. */
export interface WriteOutcomes {
  /** One result for every write, in order; the result of a failed write is meaningless. */
  readonly results: readonly unknown[];
  /** The failed writes, by their index in the group. */
  readonly failures: ReadonlyMap<number, Failure>;
}

/** An EngineError as plain values: errors lose their class between threads. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly retryAfter?: number;
  readonly retryable?: boolean;
  readonly detail?: string;
  readonly cause?: string;
  /** SQLite's own code of the cause. */
  readonly errcode?: number;
}

export function toFailure({ code, message, param, retryAfter, retryable, detail, cause }: EngineError): Failure {
  return {
    code,
    message,
    ...(param === undefined ? {} : { param }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(retryable === undefined ? {} : { retryable }),
    ...(detail === undefined ? {} : { detail }),
    ...(cause instanceof Error ? { cause: cause.message } : {}),
    ...(cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number'
      ? { errcode: cause.errcode }
      : {}),
  };
}

export function fromFailure({
  code,
  message,
  param,
  retryAfter,
  retryable,
  detail,
  cause,
  errcode,
}: Failure): EngineError {
  return new EngineError(code, message, {
    ...(param === undefined ? {} : { param }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(retryable === undefined ? {} : { retryable }),
    ...(detail === undefined ? {} : { detail }),
    ...(cause === undefined
      ? {}
      : { cause: Object.assign(new Error(cause), errcode === undefined ? {} : { errcode }) }),
  });
}
