import type { MessagesVersion } from '@org/protocol/messages';
import type { ResponseMetadata } from './responses/response-metadata.js';
import type { Fetch } from './transport/fetch.js';
import type { RequestRetry } from './transport/request-retry.js';

/** An API key, or a function that returns it for each request, such as a token that is renewed before it expires. */
export type ApiKey = string | (() => string | Promise<string>);

/** Options of a client. Everything but `apiKey` has a default. */
export interface ClientOptions {
  /** URL of the service. Default `http://127.0.0.1:8080`. A path prefix is preserved; a trailing `/v1` is optional. */
  readonly baseUrl?: string | undefined;
  /** Sent as `Authorization: Bearer`. The client calls a function for each request and each retry; an error that it throws ends the call. */
  readonly apiKey: ApiKey;
  /**
   * Version of the messages API, sent as `vendor-version`. Default `2026-10-21`, which rejects `temperature`, `top_p`
   * and `top_k`; `2023-06-01` accepts them.
   */
  readonly messagesVersion?: MessagesVersion | undefined;
  /**
   * Maximum number of retries of a failed request, 0 or more. A response that was aborted or exceeded `timeoutMs` is
   * retried if the request only reads or has an idempotency key. Default 2.
   */
  readonly maxRetries?: number | undefined;
  /**
   * Timeout of each attempt in milliseconds, for the complete response or for the headers of a stream. `Infinity`: no
   * limit. Node's `fetch` waits at most 300,000, Bun's little more. Default 600,000.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Idle time in milliseconds after which a stream or the results of a batch count as disconnected; a service sends a
   * heartbeat every ten seconds. `Infinity`: no limit. Default 60,000.
   */
  readonly idleTimeoutMs?: number | undefined;
  /**
   * Time in milliseconds to resume a disconnected stream of a background response: from the disconnect until the next
   * event. It also limits how long a batch wait tolerates an unreachable service. 0: never. `Infinity`: no limit.
   * Default 60,000.
   */
  readonly resumeMs?: number | undefined;
  /** Headers for every request. They override the client's own headers of the same name. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Custom `fetch`, such as one with a proxy. Default: the global one. */
  readonly fetch?: Fetch | undefined;
  /**
   * Called for every successful response before it is returned, or before the first event of a stream, for example to
   * log its warnings. An exception ends the call.
   */
  readonly onResponse?: ((head: ResponseMetadata) => void) | undefined;
  /** Called for every failed request before it is retried, for example to log it. An exception ends the call. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined;
}

/** Options of one request. They override the options of the client. */
export interface RequestOptions {
  /**
   * Aborting it rejects the call with the reason of the signal and stops the work in the service, except for
   * background work and work with an idempotency key.
   */
  readonly signal?: AbortSignal | undefined;
  /** Additional headers. They override the client's headers of the same name. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** How often the request is sent again, 0 or more. Default that of the client. */
  readonly maxRetries?: number | undefined;
  /**
   * Timeout of each attempt in milliseconds, for the complete response or for the headers of a stream. Default: the
   * client's value.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Idle time in milliseconds after which a stream or the results of a batch count as disconnected. Default: the
   * client's value.
   */
  readonly idleTimeoutMs?: number | undefined;
  /** Time in milliseconds to resume a disconnected stream. Default: the client's value. */
  readonly resumeMs?: number | undefined;
  /**
   * Sent as `idempotency-key` of a POST, 1 to 255 printable ASCII characters: a retry with the same key within a day
   * returns the first response, and the work runs once. Work with a key continues when its connection closes.
   * Default: a new key for calls that create something without generating on this connection (conversations, items,
   * files, batches, background responses that are not streamed); otherwise none.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Called for the successful response, after the client's `onResponse`; for each page of a list, and for each
   * connection of a stream. An exception ends the call.
   */
  readonly onResponse?: ((head: ResponseMetadata) => void) | undefined;
  /** Called before each retry of the request, after the `onRetry` of the client. An error that it throws ends the call. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined;
}
