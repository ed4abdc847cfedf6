import type { KnownTools, UpstreamApi } from '@org/engine';
import type { UpstreamOptions } from '../transport/upstream-options.js';

/** `baseUrl` goes up to and without `/v1`: `https://api.example.com`. */
export interface UpstreamApiModelOptions extends UpstreamOptions {
  readonly api: UpstreamApi;
  /**
   * The name that the upstream's seals bear: letters, digits, `_` and `-`. Default: made of wire and base URL, so that
   * every replica has the same.
   */
  readonly signer?: string;
  /** The cap of an answer for which nobody named one, on wires that demand one. Default 8192. */
  readonly maxOutputTokens?: number;
  /** Whether reasoning is asked for in the sealed form that can be sent back. Default true. */
  readonly encryptedReasoning?: boolean;
  /** Which tools of the wire the upstream knows. One that it refuses as unknown is found out by itself. Default `all`. */
  readonly tools?: KnownTools;
}
