import type { MessagesVersion } from '@org/protocol/messages';
import type { ResponseMetadata } from './responses/response-metadata.js';
import type { Fetch } from './transport/fetch.js';
import type { RequestRetry } from './transport/request-retry.js';

/** A key, or what gives it each time that a request is sent, such as a token that is made anew before it runs out. */
export type ApiKey = string | (() => string | Promise<string>);

/** Options of a client. Everything but `apiKey` has a default. */
export interface ClientOptions {
  /** Where the service answers. Default `http://127.0.0.1:8080`. A path prefix is kept; `/v1` at its end may stand there or not. */
  readonly baseUrl?: string | undefined;
  /** Sent as `Authorization: Bearer`. A function is asked each time that a request is sent, and again when it is sent again; what it throws ends the call. */
  readonly apiKey: ApiKey;
  /** Generation of the messages dialect, sent as `vendor-version`. Default `2026-10-21`, which refuses `temperature`, `top_p` and `top_k`; `2023-06-01` takes them. */
  readonly messagesVersion?: MessagesVersion | undefined;
  /**
   * How often a failed request is sent again, 0 or more. An answer that broke off or took longer than `timeoutMs` is asked for again where
   * it was only read or has an idempotency key. Default 2.
   */
  readonly maxRetries?: number | undefined;
  /**
   * Milliseconds until an answer must be there each time it is asked for: all of it, or the head of a stream. `Infinity`: no limit.
   * The `fetch` of Node waits 300,000 at most, that of Bun little more. Default 600,000.
   */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds of silence after which a stream or the results of a batch count as cut: a service shows life every ten seconds. `Infinity`: no limit. Default 60,000. */
  readonly idleTimeoutMs?: number | undefined;
  /**
   * Milliseconds for which the rest of a cut stream is asked for, where the response is made in the background: from the cut until
   * another event comes. Also how long the wait for a batch outlasts a service that is away. 0: never. `Infinity`: no limit. Default 60,000.
   */
  readonly resumeMs?: number | undefined;
  /** Headers for every request. They replace the client's own of the same name. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Another `fetch`, such as one that goes through a proxy. Default the global one. */
  readonly fetch?: Fetch | undefined;
  /** Hears of every successful answer before it is given, or before the first event of a stream: the place to log its warnings. What it throws ends the call. */
  readonly onResponse?: ((head: ResponseMetadata) => void) | undefined;
  /** Hears of every request that failed and is about to be sent again: the place to log it. What it throws ends the call. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined;
}

/** Options of one request. Those that a client has, too, hold for this request instead. */
export interface RequestOptions {
  /** Aborting it ends the call with the reason of the signal and stops the work at the service, unless that goes on in the background or under a key. */
  readonly signal?: AbortSignal | undefined;
  /** Headers beside those of the client, and in place of those of the same name. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** How often the request is sent again, 0 or more. Default that of the client. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds until the answer must be there each time it is asked for: all of it, or the head of a stream. Default that of the client. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds of silence after which a stream or the results of a batch count as cut. Default that of the client. */
  readonly idleTimeoutMs?: number | undefined;
  /** Milliseconds for which the rest of a cut stream is asked for. Default that of the client. */
  readonly resumeMs?: number | undefined;
  /**
   * Sent as `idempotency-key` of a POST, 1 to 255 printable ASCII characters: whatever is sent again under it within a day gets the
   * first answer, and the work is done once. Work under a key goes on when its connection ends. Default: a new one for calls that make
   * something and generate nothing on this connection (conversations, items, files, batches, background responses that are not streamed), else none.
   */
  readonly idempotencyKey?: string | undefined;
  /** Hears of the successful answer, after the `onResponse` of the client; of each page of a list, and of each connection of a stream. What it throws ends the call. */
  readonly onResponse?: ((head: ResponseMetadata) => void) | undefined;
  /** Hears of every time that the request is about to be sent again, after the `onRetry` of the client. What it throws ends the call. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined;
}
