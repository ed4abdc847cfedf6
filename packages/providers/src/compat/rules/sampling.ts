import { withoutSettings } from '../attempt.js';
import type { SharedRule } from '../compat-rule.js';
import { fieldErrorCodes, rejectedFieldNames } from '../rejected-by-code.js';
import { fieldErrorPatterns, rejectedValues, valueErrorPatterns } from '../../errors/rejected-field-patterns.js';

/** Sampling parameters that a model does not take, or not with that value. */
export const sharedSamplingRules: readonly SharedRule[] = [
  {
    id: 'sampling-parameter-unsupported',
    servers: [
      'OpenAI',
      'Anthropic',
      'Bedrock',
      'Google',
      'Mistral',
      'Cerebras',
      'xAI',
      'LiteLLM',
      'pydantic',
      'gateways',
    ],
    rejects: 'a sampling parameter that the model does not support',
    fallback: 'omits the parameter; the default of the upstream applies',
    match: [{ upstreamCode: fieldErrorCodes }, { text: fieldErrorPatterns }],
    cache: 'request-form',
    applies: ({ payload }) => !payload.isPassthrough,
    patch: (attempt, match) => withoutSettings(attempt, rejectedFieldNames(match)),
  },
  {
    id: 'sampling-value-out-of-range',
    servers: ['OpenAI', 'Alibaba', 'Mistral', 'vLLM', 'llama.cpp', 'pydantic'],
    rejects: 'the value of a sampling parameter',
    fallback: 'omits the parameter from this request; another value may be valid',
    match: { text: valueErrorPatterns },
    cache: 'never',
    applies: ({ payload }) => !payload.isPassthrough,
    patch: (attempt, { text }) => withoutSettings(attempt, rejectedValues(text)),
  },
];
