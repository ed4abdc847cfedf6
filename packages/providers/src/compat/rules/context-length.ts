import { roundDropCount, weightsWithoutTurns, withoutOldestTurns } from '@org/engine';
import { ContextOverflow, type ContextNumbers } from '../../errors/context-overflow.js';
import type { SharedRule } from '../compat-rule.js';

/** Share of the context that a shortened prompt may fill: the rest is for the response. */
const promptShare = 0.75;
/** Maximum number of times that the service shortens a request. */
const maxReductions = 5;
/** Minimum number of output tokens to try where the server does not report how many the context leaves. */
const minTriedTokens = 64;

/** Requests that exceed the context. The upstream rejects them without doing any work. */
export const sharedContextRules: readonly SharedRule[] = [
  {
    id: 'context-length-output-cap',
    servers: ['vLLM', 'OpenAI', 'Anthropic', 'OpenRouter'],
    rejects: 'a prompt within the context, with an output limit that exceeds it',
    fallback: 'requests as many output tokens as the context allows',
    match: { code: 'context-overflow' },
    cache: 'never',
    patch: (attempt, { error }) => {
      const { request, context } = attempt;
      const { maxOutputTokens } = request.limits;
      if (!(error instanceof ContextOverflow) || maxOutputTokens === undefined) return undefined;
      const { numbers } = error;
      const asked = context.outputCap ?? maxOutputTokens;
      const remaining = remainingTokens(asked, numbers);
      if (remaining === undefined || remaining >= asked) return undefined;
      // Repeated quartering ends by itself.
      const reductions = numbers.atLeast === true ? context.reductions : context.reductions + 1;
      if (reductions > maxReductions) return undefined;
      return { ...attempt, context: { ...context, outputCap: remaining, reductions } };
    },
  },
  {
    id: 'context-length-oldest-turns',
    servers: [
      'OpenAI',
      'vLLM',
      'llama.cpp',
      'SGLang',
      'LM Studio',
      'Google',
      'Anthropic',
      'Bedrock',
      'OpenRouter',
      'xAI',
      'Moonshot',
      'GitHub Copilot',
      'TGI',
      'Alibaba',
      'Z.ai',
      'TabbyAPI',
      'SiliconFlow',
      'SambaNova',
      'ik_llama.cpp',
      'gateways',
    ],
    rejects: 'a prompt that exceeds the context, in a request with automatic truncation',
    fallback: 'omits the oldest turns, and at most a quarter of the others',
    match: { code: 'context-overflow' },
    cache: 'never',
    applies: ({ original, context }) => original.truncation === 'auto' && context.reductions < maxReductions,
    patch: (attempt, { error }) => {
      if (!(error instanceof ContextOverflow)) return undefined;
      const { original, request, context } = attempt;
      const { prompt, atLeast, limit } = error.numbers;
      const { messages } = original;
      // Text length approximates tokens. Where the estimate is wrong, the upstream rejects the next attempt, which
      // drops more.
      const lengths = weightsWithoutTurns(messages, (message) => JSON.stringify(message).length);
      const [now, ...shorter] = lengths.slice(context.droppedTurns);
      if (now === undefined || shorter.length === 0) return undefined;
      const share =
        prompt === undefined || atLeast === true || limit === undefined || prompt <= limit
          ? 0.5
          : (limit * promptShare) / prompt;
      const enough = shorter.findIndex((length) => length <= share * now);
      const minTokens = context.droppedTurns + (enough === -1 ? shorter.length : enough + 1);
      const droppedTurns = roundDropCount(minTokens, lengths.length - 1);
      const outputCap =
        atLeast === true
          ? remainingTokens(request.limits.maxOutputTokens ?? 0, { atLeast, ...(limit !== undefined && { limit }) })
          : undefined;
      return {
        ...attempt,
        request: { ...request, messages: withoutOldestTurns(messages, droppedTurns) },
        context: { outputCap, droppedTurns, reductions: context.reductions + 1 },
      };
    },
  },
];

/**
 * Returns the output tokens that the context leaves, or a quarter of the rejected limit; `undefined` where no attempt
 * is worthwhile.
 */
function remainingTokens(asked: number, { prompt, atLeast, limit }: ContextNumbers): number | undefined {
  if (limit === undefined) return undefined;
  if (atLeast !== true) return prompt === undefined || prompt >= limit ? undefined : limit - prompt;
  const quarter = Math.floor(Math.min(asked, limit) / 4);
  return quarter < minTriedTokens ? undefined : quarter;
}
