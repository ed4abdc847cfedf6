import { type JsonValue, objectOf, type Warning, type OptionalParameter } from '@org/engine';
import {
  backgroundOptionsParamSchema,
  promptCacheOptionsParamSchema,
  reasoningSchema,
  responseCreateParamsSchema,
  responseFormatTextJsonSchemaConfigSchema,
  responseIncludableSchema,
  responseTextConfigSchema,
  type ResponseCreateParams,
  type ResponseCreateParamsShape,
} from '@org/protocol/responses';
import { knownValuesOf } from '@org/protocol/schema';
import { jsonOf } from '../../shared/json-of.js';
import { knownMembers, unknownMembers } from '../../shared/unknown-members.js';
import { conversationOf } from '../decode/conversation-of.js';
import { onlyPrewarms } from '../decode/only-prewarms.js';
import { refuse } from '../decode/refuse.js';
import { serviceOnlyFields } from './service-only-fields.js';

const known: ReadonlySet<string> = new Set(Object.keys(responseCreateParamsSchema.shape));

/** Known members of the settings objects. Of the formats, the one with a schema has the members of all. */
const knownSettings = knownMembers({
  reasoning: [reasoningSchema.shape],
  text: [responseTextConfigSchema.shape],
  'text.format': [responseFormatTextJsonSchemaConfigSchema.shape],
  prompt_cache_options: [promptCacheOptionsParamSchema.shape],
  background_options: [backgroundOptionsParamSchema.shape],
  stream_options: [{ include_obfuscation: true }],
});

const includables: ReadonlySet<string> = new Set(knownValuesOf(responseIncludableSchema));

/** Paths of unknown members in a request's settings. */
function unknownSettings(request: ResponseCreateParams): readonly string[] {
  const unknownIncludes = (request.include ?? []).flatMap((name, index) =>
    includables.has(name) ? [] : [`include.${index}`],
  );
  return [...unknownMembers(jsonOf(request), knownSettings), ...unknownIncludes];
}

/**
 * Fields of a WebSocket frame around the request. `generate` is not among them: no other transport can do what it
 * requests.
 */
const frame: ReadonlySet<string> = new Set(['type', 'stream_id']);

/** Fields beyond the types that real clients always send and that change no response. */
const harmless: ReadonlySet<string> = new Set(['client_metadata']);

/** Members of an object, each with the values that ask for what is done anyway. */
type IdleMembers = Readonly<Record<string, readonly JsonValue[]>>;

const summaryKinds: readonly JsonValue[] = ['auto', 'concise', 'detailed'];

/**
 * Effect of each known field: it takes effect, or is rejected or warned of where it is read; it has no effect; or
 * some of its members have none.
 */
export const fieldEffects: Readonly<Record<keyof ResponseCreateParamsShape, 'supported' | 'idle' | IdleMembers>> = {
  model: 'supported',
  input: 'supported',
  instructions: 'supported',
  stream: 'supported',
  store: 'supported',
  background: 'supported',
  // All that waits is worked on as soon as can be.
  background_options: { completion_window: ['soonest'], continuation_id: [] },
  previous_response_id: 'supported',
  conversation: 'supported',
  include: 'supported',
  tools: 'supported',
  tool_choice: 'supported',
  parallel_tool_calls: 'supported',
  // Limits calls of MCP server tools; no other tools run here.
  max_tool_calls: 'supported',
  max_output_tokens: 'supported',
  temperature: 'supported',
  top_p: 'supported',
  top_logprobs: 'supported',
  presence_penalty: 'supported',
  frequency_penalty: 'supported',
  text: 'supported',
  truncation: 'supported',
  context_management: 'supported',
  prompt: 'supported',
  prompt_cache_key: 'supported',
  service_tier: 'supported',
  metadata: 'supported',
  // The API key decides who owns a response; these fields are returned and sent to upstreams.
  safety_identifier: 'supported',
  user: 'supported',
  access_programs: 'idle',
  image: 'idle',
  moderation: 'idle',
  prompt_cache_retention: 'idle',
  prompt_cache_options: { mode: ['implicit'], ttl: [], comparison_response_id: [] },
  // Readable reasoning always reaches the model and the client, in whatever form it was requested.
  reasoning: {
    summary: summaryKinds,
    generate_summary: summaryKinds,
    mode: ['standard'],
    context: ['auto', 'all_turns'],
  },
  stream_options: { include_obfuscation: [false] },
};

/** The few ignored fields that must be checked in a request. */
const idleEffects = Object.entries(fieldEffects).flatMap(([field, effect]) =>
  effect === 'supported' ? [] : [{ field, effect }],
);
const idleServiceOnlyFields = idleEffects.filter(({ field }) => serviceOnlyFields.has(field));
const idleResponseEffects = idleEffects.filter(({ field }) => !serviceOnlyFields.has(field));

/** Rejects fields that are not in the API's types; only strict installations do so. */
export function requireKnownFields(request: ResponseCreateParams): void {
  const unknownParameter =
    Object.keys(request).find((field) => !known.has(field) && !frame.has(field)) ?? unknownSettings(request)[0];
  if (unknownParameter !== undefined)
    refuse(unknownParameter, `Unknown parameter: '${unknownParameter}'.`, 'unknown_parameter');
}

/**
 * Warns of fields that have no effect here. `prepareOnly`: the request has `generate: false`. `supportsParameter`:
 * which optional parameters the service forwards.
 */
export function ignoredFields(
  request: ResponseCreateParams,
  prepareOnly: boolean,
  supportsParameter: (parameter: OptionalParameter) => boolean,
): Warning[] {
  const fields = jsonOf(request);
  const unknown = Object.keys(request).filter(
    (field) => !known.has(field) && !frame.has(field) && !harmless.has(field),
  );
  const idle = idleResponseEffects.flatMap(({ field, effect }) => idleParams(field, effect, fields[field]));
  const warnings = [
    ...[...unknown, ...unknownSettings(request)].map((field) => ignored(field, 'is unknown; the service ignores it')),
    ...idle.map((field) => ignored(field, 'is not supported; the service ignores it')),
  ];
  const { service_tier: tier, text } = request;
  if (typeof tier === 'string' && tier !== 'auto' && tier !== 'default' && !supportsParameter('serviceTier'))
    warnings.push(ignored('service_tier', "is always 'default' on this service"));
  if (typeof text?.verbosity === 'string' && !supportsParameter('verbosity'))
    warnings.push(ignored('text.verbosity', 'is not supported; the service ignores it'));
  return [...warnings, ...serviceOnlyFieldWarnings(request, prepareOnly)];
}

/** Warns of unsupported service-level fields, which no upstream receives, whichever upstream responds. */
export function serviceOnlyFieldWarnings(request: ResponseCreateParams, prepareOnly: boolean): Warning[] {
  const fields = jsonOf(request);
  const idle = idleServiceOnlyFields.flatMap(({ field, effect }) => idleParams(field, effect, fields[field]));
  return [
    ...idle.map((field) => ignored(field, 'is not supported; the service ignores it')),
    ...unstoredTurnWarnings(request, prepareOnly),
  ];
}

const none: readonly string[] = [];

/** The paths of what has no effect in the value of a field. */
function idleParams(field: string, effect: 'idle' | IdleMembers, value: JsonValue | undefined): readonly string[] {
  if (value === undefined || value === null) return none;
  if (effect === 'idle') return [field];
  const members = objectOf(value);
  return Object.entries(effect).flatMap(([name, noEffectValues]) => {
    const member = members[name];
    return member === undefined || member === null || noEffectValues.includes(member) ? [] : [`${field}.${name}`];
  });
}

/** Warns of a conversation that the turn does not add to. */
function unstoredTurnWarnings(request: ResponseCreateParams, prepareOnly: boolean): Warning[] {
  const reason = notStoredReason(request, prepareOnly);
  if (reason === undefined || conversationOf(request) === undefined) return [];
  return [
    {
      kind: 'ignored',
      param: 'conversation',
      message: `With '${reason}' the service reads the conversation and adds nothing to it.`,
    },
  ];
}

function notStoredReason(request: ResponseCreateParams, prepareOnly: boolean): string | undefined {
  if (request.store === false) return 'store: false';
  if (onlyPrewarms(request)) return 'prompt_cache_options.prewarm';
  return prepareOnly ? 'generate: false' : undefined;
}

function ignored(param: string, why: string): Warning {
  return { kind: 'ignored', param, message: `'${param}' ${why}.` };
}
