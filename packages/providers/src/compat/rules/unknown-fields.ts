import type { UpstreamTarget } from '@org/engine';
import { optionalFields, type CapabilityProfile } from '../capability-profile.js';
import { type Attempt, type AttemptState, withFieldChanges, withRejected, withTarget } from '../attempt.js';
import { effortFieldErrorPattern } from '../../errors/rejected-efforts.js';
import { fieldErrorCodes, rejectedFieldNames, rejectedFieldPaths } from '../rejected-by-code.js';
import { fieldErrorPatterns, namedFields } from '../../errors/rejected-field-patterns.js';
import {
  includablePattern,
  includePathPattern,
  type RejectedField,
  rejectedIncludes,
  rejectedPathPatterns,
} from '../../errors/rejected-fields.js';
import type { SentApiPayload, ApiRule, ChatRule } from '../targets.js';
import { withoutField } from '../without-field.js';

/** Fields of a request that a server does not know or does not take. */
export const chatFieldRules: readonly ChatRule[] = [
  {
    id: 'chat-field-unknown',
    servers: ['OpenAI', 'LiteLLM', 'gateways'],
    rejects: 'an optional field of the request, or a field that it knows by another name',
    fallback: 'omits the field, or uses its other name (`max_tokens` and `max_completion_tokens`)',
    match: [{ upstreamCode: fieldErrorCodes }, { text: fieldErrorPatterns }],
    cache: 'request-form',
    patch: (attempt, match) => {
      const { target, payload, rejected } = attempt;
      const names = rejectedFieldNames(match).filter((name) => payload.body[name] !== undefined && !rejected.has(name));
      const known = new Set(rejected);
      let profile: CapabilityProfile = target;
      for (const name of names) {
        known.add(name);
        profile = withoutUnsupported(profile, name, known);
      }
      return profile === target
        ? undefined
        : withTarget(withRejected(attempt, names), changedCapabilities(target, profile));
    },
  },
];

/** The same profile where the request neither has another name for the field nor makes sense without it. */
function withoutUnsupported(
  profile: CapabilityProfile,
  name: string,
  rejected: ReadonlySet<unknown>,
): CapabilityProfile {
  if (name === 'stop') return { ...profile, maxStopSequences: 0 };
  if (name === 'tool_choice') return { ...profile, toolChoice: 'none' };
  if (name === profile.maxTokensField) {
    const maxTokensField = name === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return rejected.has(maxTokensField) ? profile : { ...profile, maxTokensField };
  }
  const field = optionalFields.find((one) => one === name);
  return field === undefined ? profile : { ...profile, unsupportedFields: [...profile.unsupportedFields, field] };
}

/** What `withoutUnsupported` has changed. */
function changedCapabilities(
  before: CapabilityProfile,
  { maxStopSequences, toolChoice, maxTokensField, unsupportedFields }: CapabilityProfile,
): Partial<CapabilityProfile> {
  return {
    ...(maxStopSequences !== before.maxStopSequences && { maxStopSequences }),
    ...(toolChoice !== before.toolChoice && { toolChoice }),
    ...(maxTokensField !== before.maxTokensField && { maxTokensField }),
    ...(unsupportedFields !== before.unsupportedFields && { unsupportedFields }),
  };
}

const effortFields: readonly RejectedField[] = [
  { path: ['output_config', 'effort'] },
  { path: ['reasoning', 'effort'] },
];

/** Fields that do not change the meaning of a response. They are also removed from passthrough requests. */
export const apiFieldRules: readonly ApiRule[] = [
  {
    id: 'field-unknown',
    servers: ['OpenAI', 'Anthropic', 'Cerebras', 'transformers serve', 'pydantic', 'gateways'],
    rejects: 'a field that does not change the meaning of the request, at any depth',
    fallback: 'removes the field',
    match: [{ upstreamCode: fieldErrorCodes }, { text: rejectedPathPatterns }],
    cache: 'request-form',
    patch: (attempt, match) => {
      const hasIncludes = rejectedIncludes(match.text).length > 0;
      return withoutPresent(
        attempt,
        rejectedFieldPaths(match).filter(({ path }) => !hasIncludes || path?.[0] !== 'include'),
      );
    },
  },
  {
    id: 'effort-field-unsupported',
    servers: ['Anthropic', 'LiteLLM', 'Ollama', 'gateways'],
    rejects: 'a reasoning effort for a model that does not support one',
    fallback: 'removes the effort',
    match: { text: [effortFieldErrorPattern, ...fieldErrorPatterns] },
    cache: 'request-form',
    // Gateways name the field of chat completions that they have made of it.
    applies: (_, { text }) => effortFieldErrorPattern.test(text) || namedFields(text).includes('reasoning_effort'),
    patch: (attempt) => withoutPresent(attempt, effortFields),
  },
  {
    id: 'include-value-unsupported',
    servers: ['OpenAI', 'gateways', 'pydantic'],
    rejects: 'a value of `include`',
    fallback: 'removes the value',
    match: { text: [includablePattern, includePathPattern] },
    cache: 'request-form',
    patch: (attempt, { text }) => withoutPresent(attempt, rejectedIncludes(text)),
  },
];

/** Without those of the fields that the payload has and that a response means the same without. */
export function withoutPresent(
  attempt: Attempt<UpstreamTarget, SentApiPayload>,
  fields: readonly RejectedField[],
): AttemptState<UpstreamTarget> | undefined {
  const { encoded, api } = attempt.payload;
  const present = fields.filter((field) => withoutField(encoded, field, api.traits.optionalFields) !== undefined);
  return present.length === 0 ? undefined : withFieldChanges(attempt, present);
}
