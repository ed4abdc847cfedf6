import type { AnswerHead } from './answer-head.js';
import type { Fetch } from './fetch.js';

/** Options of a client. Everything but `apiKey` has a default. */
export interface ClientOptions {
  /** Where the service answers. Default `http://127.0.0.1:8080`. A path prefix is kept. */
  readonly baseUrl?: string | undefined;
  /** Sent as `Authorization: Bearer`. */
  readonly apiKey: string;
  /** Generation of the messages dialect, sent as `vendor-version`. Default `2026-10-21`. */
  readonly messagesVersion?: '2023-06-01' | '2026-10-21' | undefined;
  /**
   * How often a failed request is sent again before anything of its answer was seen, and how often in a row the rest of a cut
   * stream is asked for. Default 2.
   */
  readonly maxRetries?: number | undefined;
  /** Milliseconds until an answer must be there each time it is asked for: all of it, or the head of a stream. Default 600,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds of silence after which a stream or the results of a batch count as cut: a service shows life every ten seconds. Default 60,000. */
  readonly idleTimeoutMs?: number | undefined;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Another `fetch`, such as one that goes through a proxy. Default the global one. */
  readonly fetch?: Fetch | undefined;
  /** Hears of every successful answer before it is given, or before the first event of a stream: the place to log its warnings. What it throws ends the call. */
  readonly onAnswer?: ((head: AnswerHead) => void) | undefined;
}

/** Options of one request. */
export interface RequestOptions {
  /** Aborting it stops the work at the service, too. */
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly maxRetries?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  /**
   * Sent as `idempotency-key` of a POST, 1 to 255 printable ASCII characters: whatever is sent again under it within a day gets the
   * first answer, and the work is done once. Work under a key goes on when its connection ends. Default: a new one where a
   * repetition would leave something behind twice and nothing is generated on the connection, such as new items.
   */
  readonly idempotencyKey?: string | undefined;
  /** Hears of the successful answer, after the `onAnswer` of the client; of each page of a list, and of each connection of a stream. What it throws ends the call. */
  readonly onAnswer?: ((head: AnswerHead) => void) | undefined;
}
