// Log-probabilities of tokens, both ways.
import type { TokenLogprob } from '@org/engine';
import type { Logprob } from '@org/protocol/responses';

/** The neutral entries of `logprobs`. */
export function decodeLogprobs(payload: readonly Logprob[]): TokenLogprob[] {
  return payload.map(({ token, bytes, logprob, top_logprobs }) => ({
    token,
    bytes,
    logprob,
    top: top_logprobs.map((other) => ({ token: other.token, bytes: other.bytes, logprob: other.logprob })),
  }));
}

/** A type and not an interface, so that it is a JsonObject. */
export type ApiLogprob = {
  token: string;
  bytes: number[];
  logprob: number;
  top_logprobs: { token: string; bytes: number[]; logprob: number }[];
};

/** The entries as deltas and finished texts carry them. */
export function encodeLogprobs(entries: readonly TokenLogprob[]): ApiLogprob[] {
  return entries.map(({ token, bytes, logprob, top }) => ({
    token,
    bytes: [...bytes],
    logprob,
    top_logprobs: top.map((other) => ({ token: other.token, bytes: [...other.bytes], logprob: other.logprob })),
  }));
}
