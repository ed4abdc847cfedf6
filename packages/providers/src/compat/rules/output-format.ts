import { asObject } from '@org/engine';
import { responseSchemaErrorPattern } from '../../errors/client-fault.js';
import { withTarget, withWarning } from '../attempt.js';
import type { SharedRule } from '../compat-rule.js';
import { fieldErrorPatterns, namedFields } from '../../errors/rejected-field-patterns.js';
import type { ChatRule } from '../targets.js';

const formatPattern =
  /response[_ ]format\W[^]{0,80}(?:not support|unsupported|unavailable|must be|cannot be combined)|(?:not support|unsupported)[^]{0,40}response[_ ]format|response mime type\W[^]{0,40}unsupported/i;

const namePath = /^(?:text\.format|response_format(?:\.json_schema)?)\.name$/;
const namePattern =
  /(?:response[_ ]format|text\.format|json_schema)\W[^\n]{0,40}\bname\b[^\n]{0,160}(?:pattern|match|invalid|characters|too long|length|letter)/i;
/** The name in place of one that needs no change by the rule of the API, and is rejected all the same. */
const plainName = 'response';
const maxNameLength = 64;

/** Names of output formats. They come before the rules for formats, whose patterns are wider. */
export const sharedOutputFormatNameRules: readonly SharedRule[] = [
  {
    id: 'output-format-name',
    servers: ['OpenAI', 'Azure', 'pydantic', 'gateways'],
    rejects: 'the name of a JSON schema as output format, or its absence',
    fallback: 'sends a name of letters, digits and underscores, at most 64 of them',
    match: [{ status: [400, 422], at: namePath }, { text: namePattern }],
    // Other names may be valid.
    cache: 'never',
    patch: (attempt) => {
      const { outputFormat: format } = attempt.request;
      if (format.type !== 'json-schema') return undefined;
      const name = acceptableName(format.name);
      if (name === format.name) return undefined;
      const rejected = format.name === undefined ? 'a missing name' : `the name '${format.name}'`;
      return withWarning(
        { ...attempt, request: { ...attempt.request, outputFormat: { ...format, name } } },
        'outputFormat',
        {
          kind: 'clamped',
          param: 'outputFormat',
          message: `The upstream rejects ${rejected} of the output format; the service sends '${name}'.`,
        },
      );
    },
  },
];

function acceptableName(name = ''): string {
  const plain = name
    .replaceAll(/\W/g, '_')
    .replace(/^[\d_]+/, '')
    .slice(0, maxNameLength);
  return plain === '' || plain === name ? plainName : plain;
}

/** Output formats that chat completions can enforce. */
export const chatOutputFormatRules: readonly ChatRule[] = [
  {
    id: 'json-word-required',
    servers: ['OpenAI'],
    rejects: 'JSON as the output format of a conversation that does not mention JSON',
    fallback: 'asks for JSON in the conversation as well',
    match: { text: /must contain the word '?json/i },
    cache: 'request-form',
    applies: ({ target, payload: { body } }) =>
      asObject(body['response_format']) !== undefined && target.outputFormats === 'schema',
    patch: (attempt) => withTarget(attempt, { outputFormats: 'object' }),
  },
  {
    id: 'response-format-unsupported',
    servers: ['OpenAI', 'Google', 'DeepSeek', 'Groq', 'LiteLLM'],
    rejects: '`response_format`, or its type',
    fallback: 'sends a schema as `json_object` with the schema in the conversation, and `json_object` as text only',
    match: { text: [formatPattern, ...fieldErrorPatterns], unless: /invalid (?:json )?schema/i },
    cache: 'request-form',
    applies: ({ payload: { body } }, { text }) =>
      asObject(body['response_format']) !== undefined &&
      (formatPattern.test(text) || namedFields(text).includes('response_format')),
    patch: (attempt) => {
      const type = asObject(attempt.payload.body['response_format'])?.['type'];
      return withTarget(attempt, { outputFormats: type === 'json_schema' ? 'object' : 'none' });
    },
  },
];

export const sharedOutputFormatRules: readonly SharedRule[] = [
  {
    id: 'response-schema-not-strict',
    servers: ['OpenAI'],
    rejects: 'a strict schema that has optional or additional properties',
    fallback: 'sends the schema without `strict`, where the client did not request it',
    match: { text: responseSchemaErrorPattern },
    warning: {
      kind: 'ignored',
      param: 'outputFormat',
      message: 'The upstream receives the output format, but does not enforce it.',
    },
    cache: 'never',
    applies: ({ payload }) => !payload.isPassthrough,
    patch: (attempt) => {
      const { outputFormat } = attempt.request;
      return outputFormat.type === 'json-schema' && outputFormat.strict === true && outputFormat.strictImplied === true
        ? { ...attempt, request: { ...attempt.request, outputFormat: { ...outputFormat, strict: false } } }
        : undefined;
    },
  },
];
