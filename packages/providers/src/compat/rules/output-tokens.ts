import { withOutputLimit } from '../attempt.js';
import type { SharedRule } from '../compat-rule.js';

/** Error patterns of servers whose models generate fewer tokens than requested. */
const outputLimitPatterns = [
  /supports at most (\d{1,9}) completion tokens/i,
  /max_(?:completion_|output_)?tokens\W{1,4}must be less than or equal to\W{1,4}(\d{1,9})/i,
  /valid range of max_tokens is \[\d+, ?(\d{1,9})\]/i,
  /max_tokens: \d{1,9} > (\d{1,9}), which is the maximum allowed/i,
  /range of max_tokens should be \[\d+, ?(\d{1,9})\]/i,
  /max_output_tokens\W.{0,80}expected a value <= (\d{1,9})/i,
];

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

/** Returns the maximum output tokens that an error names; `undefined` when it has another cause. */
function parseOutputTokenLimit(text: string): number | undefined {
  for (const pattern of outputLimitPatterns) {
    const digits = pattern.exec(text)?.[1];
    if (digits !== undefined) return Number(digits);
  }
  return undefined;
}
