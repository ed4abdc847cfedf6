import type { JsonObject } from '@org/engine';
import type { UpstreamMessages, UpstreamTimeouts } from '../transport/upstream-options.js';
import type { PackageRequest } from './load-package.js';

/** A model of an AI SDK package, and how it is called. */
export interface AiSdkOptions extends PackageRequest, CallOptions {
  /**
   * The export that creates the model source. Default: the package's only `create...` function, or the one named like
   * the package.
   */
  readonly export?: string;
  /** The method of that source which gives a model. Default `languageModel`. */
  readonly method?: string;
  /** Passed to the factory as `apiKey`. */
  readonly apiKey?: string;
  /**
   * URL of an HTTP proxy for its requests; may contain a user and a password. Default: none, regardless of
   * environment variables.
   */
  readonly proxy?: string;
  /** Passed to the factory unchanged, such as `baseURL` or `region`. */
  readonly settings?: JsonObject;
}

/** Options of model calls, independent of the model source. */
export interface CallOptions {
  /** Model name in its ModelInfo. */
  readonly id: string;
  /** The package's name of the model. Absent: the requested name is passed on. */
  readonly model?: string;
  /** Options of the package for every call, by the name under which it reads them: `{ google: { ... } }`. */
  readonly providerOptions?: Readonly<Record<string, JsonObject>>;
  /** Tools that the upstream runs itself, offered in every call. */
  readonly hostedTools?: readonly HostedToolOptions[];
  /** Fixed headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeouts?: Partial<UpstreamTimeouts>;
  /** Maximum number of concurrent calls; further calls are queued. Default 1024. */
  readonly maxConnections?: number;
  /** Maximum number of retries of a call that failed before the first event. Default 1; 0 disables retries. */
  readonly retries?: number;
  /** Whether clients receive the upstream's messages about their own requests. Default `forward`. */
  readonly upstreamMessages?: UpstreamMessages;
}

/** A provider-defined tool of the package, such as a web search. */
export interface HostedToolOptions {
  /** `PACKAGE.TOOL` as the package knows it, such as `google.google_search`. */
  readonly id: string;
  /** Tool name for the model. Default: the part after the dot. */
  readonly name?: string;
  readonly args?: JsonObject;
}

export const defaultMaxConnections = 1024;
