import { randomInt } from 'node:crypto';

import type { SequenceEvaluateOptions, Token } from 'node-llama-cpp';

import type { Sampling } from '@org/engine';
import { noContextShift } from '../no-context-shift.js';

/** Window of the penalties, in tokens. */
const penaltyWindow = 1024;

/** The effective sampling parameters of a request, complete and in range. */
export type EffectiveSampling = Required<
  Pick<Sampling, 'temperature' | 'topP' | 'topK' | 'presencePenalty' | 'frequencyPenalty'>
>;

export function effectiveSampling(sampling: Sampling, defaultTemperature: number): EffectiveSampling {
  return {
    temperature: within(sampling.temperature, 0, 2, defaultTemperature),
    topP: within(sampling.topP, 0, 1, 1),
    topK: Math.trunc(within(sampling.topK, 0, 1_000_000, 0)),
    presencePenalty: within(sampling.presencePenalty, -2, 2, 0),
    frequencyPenalty: within(sampling.frequencyPenalty, -2, 2, 0),
  };
}

/**
 * The engine's options for a request. Every option is explicit, so that no engine default applies, and clamped to its
 * range, because these numbers go into native code.
 */
export function samplingOptions(
  sampling: Sampling,
  defaultTemperature: number,
  output: readonly Token[],
): SequenceEvaluateOptions {
  const {
    temperature,
    topP,
    topK,
    presencePenalty: presence,
    frequencyPenalty: frequency,
  } = effectiveSampling(sampling, defaultTemperature);
  return {
    temperature,
    topP,
    topK,
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

function within(value: number | undefined, low: number, high: number, absent: number): number {
  return value === undefined || Number.isNaN(value) ? absent : Math.min(high, Math.max(low, value));
}

/** The engine takes 32 bits without a sign; clients send any integer. */
function seedOf(seed: number): number {
  return Math.abs(Math.trunc(seed)) % 2 ** 32;
}
