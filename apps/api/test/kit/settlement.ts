import type { Settlement } from '#src/request-context/response-recording.js';

/** Records the values that a recording is settled with; anything else that was stored is `'kept'`. */
export function settlementOf(settled: unknown[]): Settlement {
  return {
    settle: async (response) => void settled.push(response),
    toCompletedAttempt: (response) => ({
      attempt: { owner: 'alice', key: 'k1', attempt: 1 },
      response: response === 'too-large' ? { status: 409, headers: {}, body: response } : response,
    }),
    stored: () => void settled.push('kept'),
  };
}
