// A step of generation as a request of this wire, for an upstream that speaks it.
import {
  type GenerationRequest,
  type JsonObject,
  objectOf,
  plainCallIds,
  type Warning,
  type UpstreamRequest,
  type UpstreamTarget,
  withMappedCallIds,
} from '@org/engine';
import { withReasoningOf } from '../../shared/upstream/reasoning-of.js';
import { membersOutside } from '../../shared/json-of.js';
import { passthroughFieldsOf, shapeKey } from '../extensions.js';
import { generationFields } from '../decode/known-fields.js';
import { toolsetBeta } from '../mcp/decode-servers.js';
import { encodeRequest } from './encode-request.js';
import { translateRequest } from './translate-request.js';

/**
 * What a client of this dialect sent goes on as it was, but for what this service decides: `model` and `stream` are set,
 * `thread` is resolved into messages, thinking that the upstream did not sign is left out, and calls that another model made
 * under ids which this wire does not take get others. What a client of another dialect sent goes on as far as this wire can say it.
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

/** The wire's least cap on an answer. */
const leastOutputTokens = 1;

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

/** A client of this dialect may say of the prompt what nobody here knows. */
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

/** Whether the client speaks this dialect itself: then nothing needs translation. */
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
  const generation: GenerationRequest = {
    ...translated.request,
    model: target.model,
    messages: input,
    // A cap of 0 asks for nothing of the answer, and gets nothing of it; not every server of this wire takes it.
    limits: { maxOutputTokens: Math.max(leastOutputTokens, limits.maxOutputTokens ?? target.maxOutputTokens) },
    // Only who speaks this dialect has said what is not there, too.
    extensions: isFromSameDialect(request)
      ? { messages: membersOutside(passthroughFieldsOf(request), serviceOnlyFields) }
      : {},
  };
  const body = {
    ...encodeRequest(generation),
    ...(!isFromSameDialect(request) && { ...tierOf(request), ...endUserOf(request) }),
  };
  return { body, headers: headersOf(request), warnings: [...warnings, ...translated.warnings] };
}

/** What the wire takes as the id of a call. */
const callIdForm = plainCallIds(/^[\w-]+$/);

/** The one tier that has a word here: the others are what the upstream does unasked, or were warned of. */
function tierOf({ serviceTier }: GenerationRequest): JsonObject {
  return serviceTier === 'default' ? { service_tier: 'standard_only' } : {};
}

function endUserOf({ endUser }: GenerationRequest): JsonObject {
  return endUser === undefined ? {} : { metadata: { user_id: endUser } };
}

/** What is between the client and this service. */
const serviceOnlyFields = new Set(['thread', 'stream']);

/** The features that the client switched on, and the generation of the dialect where it is not the usual one. */
function headersOf(request: GenerationRequest): Readonly<Record<string, string>> {
  const { version, betas: requestedBetas } = objectOf(passthroughFieldsOf(request)[shapeKey]);
  const betas = withMcpBeta(Array.isArray(requestedBetas) ? requestedBetas.map(String) : [], request);
  return {
    ...(typeof version === 'string' && version !== usualVersion && { 'vendor-version': version }),
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

const usualVersion = '2023-06-01';
