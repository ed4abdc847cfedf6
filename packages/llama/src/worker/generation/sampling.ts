import { randomInt } from 'node:crypto';

import type { SequenceEvaluateOptions, Token } from 'node-llama-cpp';

import type { Sampling } from '@org/engine';
import type { CompleteSampling } from '../../sampling/sampling-defaults.js';
import { noContextShift } from '../no-context-shift.js';

/** Window of the penalties, in tokens. */
const penaltyWindow = 1024;

/** The effective sampling parameters of a request, complete and in range. */
export type EffectiveSampling = CompleteSampling;

/** The parameters of a request; those that it does not name are the model's. */
export function effectiveSampling(sampling: Sampling, defaults: CompleteSampling): EffectiveSampling {
  return {
    temperature: within(sampling.temperature ?? defaults.temperature, 0, 2),
    topP: within(sampling.topP ?? defaults.topP, 0, 1),
    topK: Math.trunc(within(sampling.topK ?? defaults.topK, 0, 1_000_000)),
    minP: within(defaults.minP, 0, 1),
    xtcProbability: within(defaults.xtcProbability, 0, 1),
    xtcThreshold: within(defaults.xtcThreshold, 0, 1),
    repeatPenalty: within(defaults.repeatPenalty, 0, 2),
    presencePenalty: within(sampling.presencePenalty ?? defaults.presencePenalty, -2, 2),
    frequencyPenalty: within(sampling.frequencyPenalty ?? defaults.frequencyPenalty, -2, 2),
  };
}

/**
 * The engine's options for a request. Every option is explicit, so that no engine default applies, and clamped to its
 * range, because these numbers go into native code.
 */
export function samplingOptions(
  sampling: Sampling,
  defaults: CompleteSampling,
  output: readonly Token[],
): SequenceEvaluateOptions {
  const {
    temperature,
    topP,
    topK,
    minP,
    xtcProbability,
    xtcThreshold,
    repeatPenalty: repeat,
    presencePenalty: presence,
    frequencyPenalty: frequency,
  } = effectiveSampling(sampling, defaults);
  return {
    temperature,
    topP,
    topK,
    minP,
    seed: sampling.seed === undefined ? randomInt(2 ** 31) : seedOf(sampling.seed),
    contextShift: noContextShift,
    // The engine also applies XTC before a greedy choice, which a request for temperature 0 does not expect.
    ...(xtcProbability === 0 || temperature === 0
      ? {}
      : { xtc: { probability: xtcProbability, threshold: xtcThreshold } }),
    ...(repeat === 1 && presence === 0 && frequency === 0
      ? {}
      : {
          repeatPenalty: {
            punishTokens: () => output.slice(-penaltyWindow),
            maxPunishTokens: penaltyWindow,
            penalty: repeat,
            presencePenalty: presence,
            frequencyPenalty: frequency,
          },
        }),
  };
}

/** What clients ask for can be no number. */
function within(value: number, low: number, high: number): number {
  return Number.isNaN(value) ? low : Math.min(high, Math.max(low, value));
}

/** The engine takes 32 bits without a sign; clients send any integer. */
function seedOf(seed: number): number {
  return Math.abs(Math.trunc(seed)) % 2 ** 32;
}

/** What a response reports: the parameters that a request can name. */
export function reportedSampling(effective: EffectiveSampling): Sampling {
  const { temperature, topP, topK, presencePenalty, frequencyPenalty } = effective;
  return { temperature, topP, topK, presencePenalty, frequencyPenalty };
}
