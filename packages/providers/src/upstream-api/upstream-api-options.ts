import type { KnownTools, UpstreamApi } from '@org/engine';
import type { UpstreamOptions } from '../transport/upstream-options.js';

/** `baseUrl` goes up to and without `/v1`: `https://api.example.com`. */
export interface UpstreamApiModelOptions extends UpstreamOptions {
  readonly api: UpstreamApi;
  /**
   * The API for the requests of one owner: what it encodes is what the upstream receives, so a policy applies there.
   * Pure. `signer` is that of the upstream. Default: `api`.
   */
  readonly apiFor?: (owner: string, signer: string) => UpstreamApi;
  /**
   * Name of the signer of the upstream's signatures: letters, digits, `_` and `-`. Default: derived from API and base
   * URL, so that every replica has the same.
   */
  readonly signer?: string;
  /** Maximum output tokens where the request sets no limit, for APIs that require one. Default 8192. */
  readonly maxOutputTokens?: number;
  /** Whether to request reasoning in the encrypted form that can be sent back. Default true. */
  readonly encryptedReasoning?: boolean;
  /** Tools of the API that the upstream supports. The service detects one that it rejects as unknown. Default `all`. */
  readonly tools?: KnownTools;
}
