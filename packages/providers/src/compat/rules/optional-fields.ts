import { arrayOf, asObject } from '@org/engine';
import { withTarget } from '../attempt.js';
import type { MatchedError } from '../compat-rule.js';
import type { RejectedField } from '../../errors/rejected-fields.js';
import type { ApiRule, ChatRule } from '../targets.js';
import { withoutPresent } from './unknown-fields.js';

/** Fields of tools that a tool can do without. */
const toolFields = [
  'strict',
  'defer_loading',
  'allowed_callers',
  'input_examples',
  'eager_input_streaming',
  'async',
] as const;
const toolFieldPath = new RegExp(
  String.raw`^(?:tools|text|output_format|output_config)\..*\b(?:${toolFields.join('|')})$`,
);
/** Any error that contains one of these names is about the field. */
const toolFieldNamePattern = /\b(?:defer_loading|allowed_callers|input_examples|eager_input_streaming)\b/g;
const strictPattern =
  /[`'"]strict[`'"]|\bstrict (?:mode|tools?|schemas?|function)\b|\bstrict\b[^\n]{0,40}(?:not (?:supported|allowed|permitted|available)|unsupported|unknown)/i;

const markPath = /(?:^|\.)cache_control(?:\.\w+)?$/;
const markPattern = /cache_control/i;
/** The client controls how many marks it sets, and where. */
const markCountPattern = /maximum of \d+ blocks|must not come after/i;
const marks: readonly RejectedField[] = [
  { path: ['messages', 'cache_control'] },
  { path: ['system', 'cache_control'] },
  { path: ['tools', 'cache_control'] },
  { path: ['cache_control'] },
];

/** Fields of tools and blocks that change no response, whatever the words of the rejection. */
export const apiOptionalFieldRules: readonly ApiRule[] = [
  {
    id: 'tool-field-rejected',
    servers: ['Anthropic', 'Bedrock', 'OpenAI', 'gateways'],
    rejects: '`strict`, `defer_loading` or another optional field of a tool',
    fallback: 'removes the field from all tools',
    match: [{ status: [400, 404, 422], at: toolFieldPath }, { text: [toolFieldNamePattern, strictPattern] }],
    cache: 'request-form',
    patch: (attempt, match) => withoutPresent(attempt, rejectedToolFields(match)),
  },
  {
    id: 'cache-mark-rejected',
    servers: ['Bedrock', 'vLLM', 'gateways'],
    rejects: '`cache_control` in a place or a form that it does not know',
    fallback: 'removes all cache marks',
    match: [
      { status: [400, 404, 422], at: markPath, unless: markCountPattern },
      { text: markPattern, unless: markCountPattern },
    ],
    cache: 'request-form',
    patch: (attempt) => withoutPresent(attempt, marks),
  },
];

/** The same fields in chat completions. */
export const chatOptionalFieldRules: readonly ChatRule[] = [
  {
    id: 'chat-tool-strict-rejected',
    servers: ['Mistral', 'gateways'],
    rejects: '`strict` in the function of a tool',
    fallback: 'removes `strict` from all tools',
    match: [{ status: [400, 404, 422], at: /^tools\..*\bstrict$/ }, { text: strictPattern }],
    cache: 'request-form',
    applies: ({ target, payload: { body } }) =>
      target.strictTools &&
      arrayOf(body['tools']).some((tool) => asObject(asObject(tool)?.['function'])?.['strict'] !== undefined),
    patch: (attempt) => withTarget(attempt, { strictTools: false }),
  },
];

function rejectedToolFields({ at, text }: MatchedError): readonly RejectedField[] {
  const pointed = at.flatMap((path) => {
    const segments = path.split('.');
    return toolFieldPath.test(path) ? [{ path: [segments[0] ?? '', segments.at(-1) ?? ''] }] : [];
  });
  const named = [...(text.match(toolFieldNamePattern) ?? []), ...(strictPattern.test(text) ? ['strict'] : [])];
  return [...pointed, ...named.map((name) => ({ path: ['tools', name] }))];
}
