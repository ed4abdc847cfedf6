import type { EngineError } from '../errors/engine-error.js';

/**
 * Classifies the cause of a failure.
 *
 * - `backend`: it is broken or unreachable; another may succeed, and its breaker counts the failure.
 * - `busy`: it requests a backoff; another may succeed, and nothing is broken.
 * - `unable`: it lacks what the request needs; another may have it, and nothing is broken.
 * - `request`: the same request would fail everywhere, or its model produced unusable output; the backend works.
 * - `client`: the client disconnected.
 */
export type FailureJudgement = 'backend' | 'busy' | 'unable' | 'request' | 'client';

export function judgeFailure({ code, retryAfter, byModel }: EngineError): FailureJudgement {
  if (byModel) return 'request';
  switch (code) {
    case 'upstream-failed':
    case 'timed-out':
    case 'internal':
      return 'backend';
    case 'overloaded':
      // A busy backend can send a retry delay. Proxies return the same status without one for a server that is down.
      return retryAfter === undefined ? 'backend' : 'busy';
    case 'rate-limited':
      return 'busy';
    case 'unsupported':
      return 'unable';
    case 'cancelled':
      return 'client';
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
