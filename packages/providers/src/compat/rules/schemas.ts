import type { JsonObject } from '@org/engine';
import { withTarget } from '../attempt.js';
import type { SharedRule } from '../compat-rule.js';
import type { ChatRule } from '../targets.js';
import { withoutTopLevelAlternatives } from '../without-top-level-alternatives.js';

/** Which JSON Schema a server reads. */
export const chatSchemaRules: readonly ChatRule[] = [
  {
    id: 'json-schema-keyword-unknown',
    servers: ['Google'],
    rejects: 'keywords of JSON Schema that OpenAPI 3.0 lacks',
    fallback: 'sends schemas with the keywords of OpenAPI 3.0 only',
    match: {
      text: /(?:unknown name \W{1,4}\$?\w+\W{1,4} at|proto field is not repeating)[^]{0,80}(?:function_declarations|response_schema)/i,
    },
    cache: 'request-form',
    applies: ({ target, payload: { body } }) => target.schemas !== 'open-api' && hasSchemas(body),
    patch: (attempt) => withTarget(attempt, { schemas: 'open-api' }),
  },
];

/** Servers that compile schemas to a grammar. */
export const chatGrammarRules: readonly ChatRule[] = [
  {
    id: 'schema-grammar-failed',
    servers: ['vLLM', 'SGLang', 'llama.cpp'],
    rejects: 'a schema with constraints on values that its grammar cannot express',
    fallback: 'sends schemas without constraints on values, such as patterns and lengths',
    match: {
      text: /fail\w* to \w+ (?:json |structural_tag )?(?:grammar|schema)|grammar (?:error|specification)|json schema conversion failed|schema contains features not supported|unsupported feature for structured outputs/i,
    },
    cache: 'never',
    applies: ({ target, payload: { body } }) => target.boundedSchemas && hasSchemas(body),
    patch: (attempt) => withTarget(attempt, { boundedSchemas: false }),
  },
];

export const sharedSchemaRules: readonly SharedRule[] = [
  {
    id: 'tool-schema-top-level-choice',
    servers: ['OpenAI', 'Anthropic'],
    rejects: '`anyOf`, `oneOf`, `allOf`, `enum` or `not` at the top level of the schema of a tool',
    fallback: 'sends one object with the members of all choices',
    match: { text: /\b(?:anyOf|oneOf|allOf)\b[^]{0,80}\bat the top level/i },
    warning: {
      kind: 'ignored',
      param: 'tools',
      message: 'The upstream receives the schemas of tools without the choices at their top level.',
    },
    cache: 'never',
    applies: ({ payload }) => !payload.isPassthrough,
    patch: (attempt) => {
      const { request } = attempt;
      const tools = request.tools.map(withoutTopLevelAlternatives);
      return tools.every((tool, index) => tool === request.tools[index])
        ? undefined
        : { ...attempt, request: { ...request, tools } };
    },
  },
];

function hasSchemas(body: JsonObject): boolean {
  return body['tools'] !== undefined || body['response_format'] !== undefined;
}
