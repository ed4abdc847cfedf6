// Encodes a generation step as a request of this API, for an upstream that speaks it.
import {
  type GenerationRequest,
  type JsonObject,
  type JsonValue,
  plainCallIds,
  type Warning,
  type UpstreamRequest,
  type UpstreamTarget,
  withMappedCallIds,
} from '@org/engine';
import { inputTokenCountParamsSchema, responseCreateParamsSchema } from '@org/protocol/responses';
import { membersOutside } from '../../shared/json-of.js';
import { withReasoningOf } from '../../shared/upstream/with-reasoning-of.js';
import { betasKey } from '../extensions.js';
import { encryptedReasoning } from '../include.js';
import { serviceOnlyFields } from '../rules/service-only-fields.js';
import { encodeRequest } from './encode-request.js';
import { withMediaAfterToolResults } from './with-media-after-tool-results.js';
import { asPlainItem, asText } from './as-plain-item.js';
import { withPlainTools } from './with-plain-tools.js';
import { instructionsAsUser } from './instructions-as-user.js';
import { expandReferences } from './expand-references.js';
import { translateRequest } from './translate-request.js';

/**
 * Forwards a request of this dialect unchanged, except for what this service decides: it owns the state, so `store`
 * is false, the input is the complete context, and nothing refers to items stored here. Sets `model` and `stream`,
 * requests encrypted reasoning, leaves out reasoning that the upstream did not sign, and replaces call ids of other
 * models that this API rejects. Sends tools that the upstream does not know as functions. Forwards a request of
 * another dialect as far as this API can express it.
 */
export function encodeUpstreamRequest(request: GenerationRequest, target: UpstreamTarget): UpstreamRequest {
  const { body, warnings } = encode(request, target);
  const { include: asked, ...withoutInclude } = body;
  const include = includeOf(asked, target);
  return {
    body: { ...withoutInclude, ...(include.length > 0 && { include }), store: false, stream: true },
    headers: headersOf(request),
    warnings,
    sameDialect: isFromSameDialect(request),
    localStopSequences: request.stopSequences,
  };
}

const countFields: ReadonlySet<string> = new Set(Object.keys(inputTokenCountParamsSchema.shape));

/** Members that only generation takes: a count is of the prompt. */
const generationFields: ReadonlySet<string> = new Set(
  Object.keys(responseCreateParamsSchema.shape).filter((field) => !countFields.has(field)),
);

/** A client of this dialect may send prompt fields that are unknown here. */
export function encodeCountRequest(request: GenerationRequest, target: UpstreamTarget): UpstreamRequest {
  const { body, warnings } = encode(request, target);
  const sameDialect = isFromSameDialect(request);
  const counts = sameDialect ? (name: string) => !generationFields.has(name) : (name: string) => countFields.has(name);
  return {
    body: Object.fromEntries(Object.entries(body).filter(([name]) => counts(name))),
    headers: headersOf(request),
    warnings,
    sameDialect,
    localStopSequences: [],
  };
}

/** Whether the client speaks this dialect itself, so that nothing needs translation. */
export function isFromSameDialect(request: GenerationRequest): boolean {
  return request.extensions?.responses !== undefined;
}

/** The features that the client switched on. */
function headersOf({ extensions }: GenerationRequest): UpstreamRequest['headers'] {
  const betas = extensions?.responses?.[betasKey];
  return Array.isArray(betas) ? { 'openai-beta': betas.join(',') } : {};
}

function encode(
  request: GenerationRequest,
  target: UpstreamTarget,
): { readonly body: JsonObject; readonly warnings: readonly Warning[] } {
  const { messages: readable, warnings } = withReasoningOf(
    { ...target, dialect: 'responses', asVerbatim: asPlainItem, asText },
    request.messages,
  );
  const messages = withMappedCallIds(
    target.mediaInResults ? readable : withMediaAfterToolResults(readable),
    callIdForm,
  );
  const sameDialect = isFromSameDialect(request);
  const translated = sameDialect
    ? withKnownTools({ ...request, messages: expandReferences(messages) }, target)
    : translateRequest({ ...request, messages });
  const generation: GenerationRequest = {
    ...translated.request,
    model: target.model,
    extensions: { responses: membersOutside(translated.request.extensions?.responses ?? {}, serviceOnlyFields) },
  };
  const complete = encodeRequest(generation);
  const accepted =
    target.systemMessages === 'anywhere' ? { body: complete, warnings: [] } : instructionsAsUser(complete);
  return { body: accepted.body, warnings: [...warnings, ...translated.warnings, ...accepted.warnings] };
}

function withKnownTools(
  request: GenerationRequest,
  { tools }: UpstreamTarget,
): { readonly request: GenerationRequest; readonly warnings: readonly Warning[] } {
  return tools === 'all' ? { request, warnings: [] } : withPlainTools(request, tools);
}

/** Call ids that the API accepts. */
const callIdForm = plainCallIds(/^[^]{1,64}$/);

function includeOf(
  asked: JsonValue | undefined,
  { encryptedReasoning: isWanted }: UpstreamTarget,
): readonly JsonValue[] {
  const include: readonly JsonValue[] = Array.isArray(asked) ? asked : [];
  // For every client: the service itself signs and encrypts reasoning that the upstream does not.
  if (!isWanted) return include.filter((one) => one !== encryptedReasoning);
  return include.includes(encryptedReasoning) ? include : [...include, encryptedReasoning];
}
