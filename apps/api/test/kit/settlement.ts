import type { Settlement } from '#src/exchange/answer-recording.js';

/** Writes down what a recording is settled with; what was kept with something else is `'kept'`. */
export function settlementOf(settled: unknown[]): Settlement {
  return {
    settle: async (answer) => void settled.push(answer),
    answered: (answer) => ({
      attempt: { owner: 'alice', key: 'k1', attempt: 1 },
      answer: answer === 'too-large' ? { status: 409, headers: {}, body: answer } : answer,
    }),
    kept: () => void settled.push('kept'),
  };
}
