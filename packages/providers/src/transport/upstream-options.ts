/** What every generator needs to know of its upstream, whatever the wire. */
export interface UpstreamOptions {
  /** The model's name in its card. */
  readonly id: string;
  /** Where the upstream lives: an http or https URL without credentials. The paths of the wire lie below it. */
  readonly baseUrl: string;
  /** Sent to the origin of `baseUrl` and nowhere else. */
  readonly apiKey?: string;
  /** The upstream's name of the model. Absent: the requested name is passed on. */
  readonly model?: string;
  readonly timeouts?: Partial<UpstreamTimeouts>;
  /** The address of an HTTP proxy that it is asked through; may hold a user and a password. Absent: none, whatever the environment names. */
  readonly proxy?: string;
  /** Most requests to the upstream at once; the others wait in line. Two connections more are for questions whether it is there. Default 1024. */
  readonly maxConnections?: number;
  /** Fixed headers of every request, such as a gateway's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often one request may be sent again when it failed before the first event. Default 1; 0 switches it off. */
  readonly retries?: number;
}

/** Milliseconds, one limit for each phase; 0 switches a limit off. */
export interface UpstreamTimeouts {
  /** Waiting in line for a connection. Default 60,000. Then: `overloaded`. */
  readonly queue: number;
  /** Opening a connection. Default 10,000. Then: `timed-out`. */
  readonly connect: number;
  /** From sending the request to the first event, prompt processing included. Default 300,000. Then: `timed-out`. */
  readonly firstToken: number;
  /** Between two reads of the answer, comments included. Default 120,000. Then: `timed-out`. */
  readonly idle: number;
  /** The whole call. Default 3,600,000. Then: `timed-out`. */
  readonly total: number;
}

export const defaultTimeouts: UpstreamTimeouts = {
  queue: 60_000,
  connect: 10_000,
  firstToken: 300_000,
  idle: 120_000,
  total: 3_600_000,
};
