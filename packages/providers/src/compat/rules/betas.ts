import { betaValuesPattern, rejectedBetas } from '../../errors/rejected-fields.js';
import type { ApiRule } from '../targets.js';
import { withoutPresent } from './unknown-fields.js';

/** Values of a `*-beta` header. */
export const apiBetaRules: readonly ApiRule[] = [
  {
    id: 'beta-flag-invalid',
    servers: ['Bedrock'],
    rejects: 'a value of the `anthropic-beta` header, without naming it',
    fallback: 'removes all values of the header from this request; those of the next client may be valid',
    match: { text: /invalid beta flag/i },
    cache: 'never',
    patch: (attempt) => withoutPresent(attempt, [{}]),
  },
  {
    id: 'beta-value-unknown',
    servers: ['Anthropic'],
    rejects: 'values of the `anthropic-beta` header',
    fallback: 'removes the values that the error names',
    match: { text: betaValuesPattern, unless: /invalid beta flag/i },
    cache: 'request-form',
    patch: (attempt, { text }) => withoutPresent(attempt, rejectedBetas(text)),
  },
];
