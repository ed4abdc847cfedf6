import type { JsonObject } from '@org/engine';
import type { UpstreamTimeouts } from '../transport/upstream-options.js';
import type { PackageRequest } from './load-package.js';

/** A model of an AI SDK package, and how it is called. */
export interface AiSdkOptions extends PackageRequest, CallOptions {
  /** The export that makes the source of models. Default: the package's only `create...` function, or the one called like it. */
  readonly export?: string;
  /** The method of that source which gives a model. Default `languageModel`. */
  readonly method?: string;
  /** Passed to the factory as `apiKey`. */
  readonly apiKey?: string;
  /** The address of an HTTP proxy that it is asked through; may hold a user and a password. Absent: none, whatever the environment names. */
  readonly proxy?: string;
  /** Passed to the factory as they are, such as `baseURL` or `region`. */
  readonly settings?: JsonObject;
}

/** How models are called, wherever they come from. */
export interface CallOptions {
  /** The model's name in its card. */
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
  /** Most calls at once; the others wait in line. Default 1024. */
  readonly maxConnections?: number;
  /** How often one call may be made again when it failed before the first event. Default 1; 0 switches it off. */
  readonly retries?: number;
}

/** A tool of the package's own, such as a web search. */
export interface HostedToolOptions {
  /** `PACKAGE.TOOL` as the package knows it, such as `google.google_search`. */
  readonly id: string;
  /** What the model calls it. Default: what stands behind the dot. */
  readonly name?: string;
  readonly args?: JsonObject;
}

export const defaultMaxConnections = 1024;
