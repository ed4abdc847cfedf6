// Encodes a generation step as a request of this API, for an upstream that speaks it.
import {
  arrayOf,
  type GenerationRequest,
  isObject,
  type JsonObject,
  objectOf,
  plainCallIds,
  type Warning,
  type UpstreamRequest,
  type UpstreamTarget,
  withMappedCallIds,
} from '@org/engine';
import { withReasoningOf } from '../../shared/upstream/with-reasoning-of.js';
import { membersOutside } from '../../shared/json-of.js';
import { passthroughFieldsOf, shapeKey } from '../extensions.js';
import { generationFields } from '../decode/known-fields.js';
import { toolsetBeta } from '../mcp/decode-servers.js';
import { encodeRequest } from './encode-request.js';
import { instructionsAsUser, instructionsAsUserWarning } from './instructions-as-user.js';
import { translateRequest } from './translate-request.js';
import { withThinkingType } from './with-thinking-type.js';
import { withoutTools } from './without-tools.js';

/**
 * Forwards a request of this dialect unchanged, except for what this service decides: sets `model` and `stream`,
 * resolves `thread` into messages, leaves out thinking that the upstream did not sign, and replaces call ids of other
 * models that this API rejects. Forwards a request of another dialect as far as this API can express it.
 */
export function encodeUpstreamRequest(request: GenerationRequest, target: UpstreamTarget): UpstreamRequest {
  const { body, headers, warnings } = encode(request, target);
  return {
    body: { ...body, stream: true },
    headers,
    warnings,
    sameDialect: isFromSameDialect(request),
    localStopSequences: [],
  };
}

/** The API's minimum output limit, in tokens. */
const minOutputTokens = 1;

/** Members of a translated request that a count takes: those that make the prompt. */
const translatedMembers: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
]);

/** A client of this dialect may send prompt fields that are unknown here. */
export function encodeCountRequest(request: GenerationRequest, target: UpstreamTarget): UpstreamRequest {
  const { body, headers, warnings } = encode(request, target);
  const sameDialect = isFromSameDialect(request);
  const counts = sameDialect
    ? (name: string) => !generationFields.has(name)
    : (name: string) => translatedMembers.has(name);
  return {
    body: Object.fromEntries(Object.entries(body).filter(([name]) => counts(name))),
    headers,
    warnings,
    sameDialect,
    localStopSequences: [],
  };
}

/** Whether the client speaks this dialect itself, so that nothing needs translation. */
export function isFromSameDialect(request: GenerationRequest): boolean {
  return request.extensions?.messages !== undefined;
}

function encode(
  request: GenerationRequest,
  target: UpstreamTarget,
): { body: JsonObject; headers: Readonly<Record<string, string>>; warnings: readonly Warning[] } {
  const { messages: readable, warnings } = withReasoningOf(
    { ...target, dialect: 'messages', asVerbatim: (part) => part, asText: (part) => part },
    request.messages,
  );
  const messages = withMappedCallIds(readable, callIdForm);
  const translated = isFromSameDialect(request)
    ? { request, warnings: [] }
    : translateRequest({ ...request, messages });
  const input = isFromSameDialect(request) ? messages : translated.request.messages;
  const { limits } = request;
  const offered = withoutTools(translated.request, target.omittedTools);
  const generation: GenerationRequest = {
    ...translated.request,
    ...offered.request,
    model: target.model,
    messages: input,
    // A limit of 0 requests no output and produces none; not every server of this API accepts it.
    limits: { maxOutputTokens: Math.max(minOutputTokens, limits.maxOutputTokens ?? target.maxOutputTokens) },
    // Only a client of this dialect may have set absent fields explicitly.
    extensions: isFromSameDialect(request)
      ? { messages: membersOutside(passthroughFieldsOf(request), serviceOnlyFields) }
      : {},
  };
  const complete = {
    ...encodeRequest(generation),
    ...(!isFromSameDialect(request) && { ...tierOf(request), ...endUserOf(request) }),
  };
  const accepted = acceptedBy(target, complete);
  return {
    body: accepted.body,
    headers: headersOf(request),
    warnings: [...warnings, ...translated.warnings, ...offered.warnings, ...accepted.warnings],
  };
}

/** The body in the form that the upstream is known to accept. */
function acceptedBy(
  { systemMessages, thinking }: UpstreamTarget,
  body: JsonObject,
): { readonly body: JsonObject; readonly warnings: readonly Warning[] } {
  const { body: sent, warnings } = withThinkingType(body, thinking);
  const messages = arrayOf(sent['messages']).filter(isObject);
  if (systemMessages === 'anywhere' || !messages.some(({ role }) => role === 'system')) return { body: sent, warnings };
  return {
    body: { ...sent, messages: instructionsAsUser(messages) },
    warnings: [...warnings, instructionsAsUserWarning],
  };
}

/** Call ids that the API accepts. */
const callIdForm = plainCallIds(/^[\w-]+$/);

/** The only tier with a name here: the others are the upstream's default, or caused a warning. */
function tierOf({ serviceTier }: GenerationRequest): JsonObject {
  return serviceTier === 'default' ? { service_tier: 'standard_only' } : {};
}

function endUserOf({ endUser }: GenerationRequest): JsonObject {
  return endUser === undefined ? {} : { metadata: { user_id: endUser } };
}

/** What is between the client and this service. */
const serviceOnlyFields = new Set(['thread', 'stream']);

/** The features that the client enabled, and the API version where it is not the default. */
function headersOf(request: GenerationRequest): Readonly<Record<string, string>> {
  const { version, betas: requestedBetas } = objectOf(passthroughFieldsOf(request)[shapeKey]);
  const betas = withMcpBeta(Array.isArray(requestedBetas) ? requestedBetas.map(String) : [], request);
  return {
    ...(typeof version === 'string' && version !== defaultVersion && { 'vendor-version': version }),
    ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
  };
}

/** An earlier turn in another dialect may have called tools of servers: its calls become blocks that the client has not sent. */
function withMcpBeta(betas: readonly string[], { messages }: GenerationRequest): readonly string[] {
  const hasMcpCalls = messages.some(({ parts }) =>
    parts.some((part) => part.type === 'opaque' && part.dialect !== 'messages' && part.serverTool?.type === 'call'),
  );
  return hasMcpCalls && !betas.some((beta) => beta.startsWith('mcp-client-')) ? [...betas, toolsetBeta] : betas;
}

const defaultVersion = '2023-06-01';
