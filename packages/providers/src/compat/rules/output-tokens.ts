import { withOutputLimit } from '../attempt.js';
import type { SharedRule } from '../compat-rule.js';
import { outputLimitPatterns, parseOutputTokenLimit } from '../output-limit.js';

/** Caps on output tokens that are above what a model generates. */
export const sharedOutputTokenRules: readonly SharedRule[] = [
  {
    id: 'output-tokens-above-limit',
    servers: ['OpenAI', 'Anthropic', 'DeepSeek', 'Groq'],
    rejects: 'more output tokens than the model generates',
    fallback: 'requests as many as the error names',
    match: { text: outputLimitPatterns },
    cache: 'request-form',
    applies: ({ payload }) => !payload.isPassthrough,
    patch: (attempt, { text }) => {
      const limit = parseOutputTokenLimit(text);
      return limit === undefined || limit < 1 ? undefined : withOutputLimit(attempt, limit);
    },
  },
];
