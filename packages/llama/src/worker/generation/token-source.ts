import type { LlamaContextSequence, LlamaModel, SequenceEvaluateOptions, Token } from 'node-llama-cpp';

import type { TokenLogprob } from '@org/engine';
import { noContextShift } from '../no-context-shift.js';

export interface SampledToken {
  readonly token: Token;
  readonly score?: TokenLogprob;
}

/** Tokens one by one until the model ends. Tokens passed to `next` are evaluated instead of the last sampled one. */
export type TokenSource = AsyncGenerator<SampledToken, void, Token[] | undefined>;

/** The default path, in which the engine samples. */
export async function* sampledTokens(
  sequence: LlamaContextSequence,
  first: readonly Token[],
  options: SequenceEvaluateOptions,
): TokenSource {
  const tokens = sequence.evaluate([...first], options);
  let forced: Token[] | undefined;
  try {
    while (true) {
      const step = forced === undefined ? await tokens.next() : await tokens.next(forced);
      if (step.done === true) return;
      forced = yield { token: step.value };
    }
  } finally {
    await tokens.return();
  }
}

/**
 * Samples with log-probabilities and the `top` most likely tokens, from the distribution after temperature and
 * filters; at temperature 0, from the model's own.
 */
export async function* scoredTokens(
  sequence: LlamaContextSequence,
  first: readonly Token[],
  options: SequenceEvaluateOptions,
  top: number,
): TokenSource {
  const { temperature = 0, topK = 0, topP = 1, minP = 0, seed = 0, xtc, repeatPenalty, tokenBias } = options;
  let input = first;
  for (let step = 0; ; step += 1) {
    const sampling = {
      temperature,
      topK,
      topP,
      minP,
      seed: (seed + step) % 2 ** 32,
      ...(xtc === undefined ? {} : { xtc }),
      ...(repeatPenalty === undefined ? {} : { repeatPenalty }),
      ...(tokenBias === undefined ? {} : { tokenBias }),
    };
    const logits = { filter: { tokens: [], includeSelected: true, includeTop: Math.max(top, 1) } };
    const items = input.map((token, index) =>
      index < input.length - 1
        ? token
        : ([token, { generateNext: { token: true, logits, totalLogitWeight: true, options: sampling } }] as [
            Token,
            object,
          ]),
    );
    const next = (await sequence.controlledEvaluate(items, { contextShift: noContextShift })).at(-1)?.next;
    if (next?.token === undefined || next.token === null || sequence.model.isEogToken(next.token)) return;
    const score = scoreOf(
      sequence.model,
      next.token,
      next.logits ?? new Map<Token, number>(),
      next.totalLogitWeight ?? 1,
      top,
    );
    input = (yield { token: next.token, score }) ?? [next.token];
  }
}

/** The engine gives logits and the sum of `exp(logit - highest)`: from these follow natural-log probabilities. */
function scoreOf(
  model: LlamaModel,
  token: Token,
  logits: ReadonlyMap<Token, number>,
  weight: number,
  top: number,
): TokenLogprob {
  const ranked = [...logits].toSorted((a, b) => b[1] - a[1]);
  const highest = ranked[0]?.[1] ?? 0;
  const tokenLogprob = (one: Token, logit: number) => {
    const text = model.detokenize([one], true);
    // The engine does not give the bytes of a token that is a part of a character only.
    const bytes = text.includes('\ufffd') ? [] : [...Buffer.from(text, 'utf8')];
    return { token: text, bytes, logprob: Math.min(0, logit - highest - Math.log(weight)) };
  };
  return {
    ...tokenLogprob(token, logits.get(token) ?? -Infinity),
    top: ranked.slice(0, top).map(([one, logit]) => tokenLogprob(one, logit)),
  };
}
