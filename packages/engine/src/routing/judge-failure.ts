import type { EngineError } from '../errors/engine-error.js';

/**
 * Whose fault a failure is.
 *
 * - `backend`: it is broken or unreachable; another may do better, and its breaker counts it.
 * - `busy`: it asks to be left alone for a while; another may do better, and nothing is broken.
 * - `unable`: it lacks what the request needs; another may have it, and nothing is broken.
 * - `request`: the same request would fail everywhere, or its model wrote what cannot be used; the backend did its part.
 * - `nobody`: the reader left.
 */
export type FailureJudgement = 'backend' | 'busy' | 'unable' | 'request' | 'nobody';

export function judgeFailure({ code, retryAfter, byModel }: EngineError): FailureJudgement {
  if (byModel) return 'request';
  switch (code) {
    case 'upstream-failed':
    case 'timed-out':
    case 'internal':
      return 'backend';
    case 'overloaded':
      // Who is only busy can say for how long. Proxies answer the same in front of a server that is gone.
      return retryAfter === undefined ? 'backend' : 'busy';
    case 'rate-limited':
      return 'busy';
    case 'unsupported':
      return 'unable';
    case 'cancelled':
      return 'nobody';
    case 'invalid-request':
    case 'unauthenticated':
    case 'forbidden':
    case 'not-found':
    case 'unknown-model':
    case 'previous-not-found':
    case 'method-not-allowed':
    case 'conflict':
    case 'too-large':
    case 'unsupported-media-type':
    case 'context-overflow':
    case 'upstream-rejected':
    case 'mcp-server-failed':
      return 'request';
  }
}
