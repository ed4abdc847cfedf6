import { randomInt } from 'node:crypto';

import type { SequenceEvaluateOptions, Token } from 'node-llama-cpp';

import type { Sampling } from '../../../model/generation-request.js';
import { noContextShift } from './context-shift.js';

/** How far back the penalties look. Tokens. */
const penaltyWindow = 1024;

/** The engine's options for a request. Everything is said, so that no default of the engine slips in. */
export function samplingOptions(sampling: Sampling, defaultTemperature: number, output: readonly Token[]): SequenceEvaluateOptions {
  const presence = sampling.presencePenalty ?? 0;
  const frequency = sampling.frequencyPenalty ?? 0;
  return {
    temperature: sampling.temperature ?? defaultTemperature,
    topP: sampling.topP ?? 1,
    topK: sampling.topK ?? 0,
    minP: 0,
    seed: sampling.seed === undefined ? randomInt(2 ** 31) : seedOf(sampling.seed),
    contextShift: noContextShift,
    ...(presence === 0 && frequency === 0
      ? {}
      : {
          repeatPenalty: {
            punishTokens: () => output.slice(-penaltyWindow),
            maxPunishTokens: penaltyWindow,
            penalty: 1,
            presencePenalty: presence,
            frequencyPenalty: frequency,
          },
        }),
  };
}

/** The engine takes 32 bits without a sign; clients send any integer. */
function seedOf(seed: number): number {
  return Math.abs(Math.trunc(seed)) % 2 ** 32;
}
