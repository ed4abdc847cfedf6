/** Options of an upstream that are common to all providers and APIs. */
export interface UpstreamOptions {
  /** Model name in its ModelInfo. */
  readonly id: string;
  /** Base URL of the upstream: http or https, without credentials. The API's paths are relative to it. */
  readonly baseUrl: string;
  /** Sent to the origin of `baseUrl` and nowhere else. */
  readonly apiKey?: string;
  /** The upstream's name of the model. Absent: the requested name is passed on. */
  readonly model?: string;
  readonly timeouts?: Partial<UpstreamTimeouts>;
  /**
   * URL of an HTTP proxy for its requests; may contain a user and a password. Default: none, regardless of
   * environment variables.
   */
  readonly proxy?: string;
  /**
   * Maximum number of concurrent requests to the upstream; further ones are queued. Two more connections are reserved
   * for availability queries. Default 1024.
   */
  readonly maxConnections?: number;
  /** Fixed headers of every request, such as those of a gateway. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum number of retries of a request that failed before the first event. Default 1; 0 disables retries. */
  readonly retries?: number;
  /**
   * Whether clients receive the upstream's messages about their own requests. `hide`: the service's own messages,
   * with a capability token where one is known. Default `forward`.
   */
  readonly upstreamMessages?: UpstreamMessages;
}

/** What clients receive of the messages of an upstream. */
export type UpstreamMessages = 'forward' | 'hide';

/** Timeouts in milliseconds, one per phase; 0 disables a timeout. */
export interface UpstreamTimeouts {
  /** Maximum time in the queue for a connection. Default 60,000. Then: `overloaded`. */
  readonly queue: number;
  /** Opening a connection. Default 10,000. Then: `timed-out`. */
  readonly connect: number;
  /** From sending the request to the first event, prompt processing included. Default 300,000. Then: `timed-out`. */
  readonly firstToken: number;
  /** Maximum time between two reads of the response, comments included. Default 120,000. Then: `timed-out`. */
  readonly idle: number;
  /** Maximum time of the complete call. Default 3,600,000. Then: `timed-out`. */
  readonly total: number;
}

export const defaultTimeouts: UpstreamTimeouts = {
  queue: 60_000,
  connect: 10_000,
  firstToken: 300_000,
  idle: 120_000,
  total: 3_600_000,
};
