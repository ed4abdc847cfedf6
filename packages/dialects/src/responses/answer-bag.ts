// What a wire response says beyond a neutral result and beyond what the request decides: kept for clients of this
// dialect, read by nobody else.
import type { Extensions } from '@org/engine/model/extensions';
import type { FinishReason } from '@org/engine/model/finish-reason';
import type { JsonObject, JsonValue } from '@org/engine/model/json';
import { responseKeys, type IncompleteDetails } from '@org/protocol/responses';
import { isEmpty, isJsonObject, membersOutside, objectOf } from '../shared/json-of.js';
import { usageLeft } from './told-usage.js';

const samplingMembers: ReadonlySet<string> = new Set(['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'top_logprobs']);

/** Members that every response has and that whoever answers knows better than the request. */
const upstreamMembers: ReadonlySet<string> = new Set([...samplingMembers, 'reasoning', 'service_tier']);

/** Members that every response of this service has of its own, whoever answers. */
const ownMembers: ReadonlySet<string> = new Set([
  ...responseKeys.filter((key) => !upstreamMembers.has(key)),
  'conversation',
  'prompt_cache_retention',
  'user',
  'output_text',
]);

/** The extensions of an answer, from its response as it is known. Nulls say nothing. */
export function answerExtensions(response: JsonObject): { readonly extensions?: Extensions } {
  const { usage, incomplete_details: details } = response;
  const counts = isJsonObject(usage) ? usageLeft(usage) : {};
  const members = Object.fromEntries(Object.entries(membersOutside(response, ownMembers)).filter(([key, value]) => isTold(key, value)));
  const bag: JsonObject = { ...members, ...(isJsonObject(details) && { incomplete_details: details }), ...(!isEmpty(counts) && { usage: counts }) };
  return isEmpty(bag) ? {} : { extensions: { responses: bag } };
}

/** Clients refuse responses whose numbers are none. */
function isTold(key: string, value: JsonValue | undefined): boolean {
  if (samplingMembers.has(key)) return typeof value === 'number';
  return key === 'reasoning' ? isJsonObject(value) : value !== null;
}

/** Members that only the end of an answer tells. */
const endMembers: ReadonlySet<string> = new Set(['usage', 'incomplete_details']);

/** Members of the response as a whole. */
export function responseMembers(extensions: Extensions | undefined): JsonObject {
  return membersOutside(extensions?.responses ?? {}, endMembers);
}

/** Members of `usage` that have no neutral field. */
export function usageMembers(extensions: Extensions | undefined): JsonObject {
  return objectOf(extensions?.responses?.['usage']);
}

/** What was told of the reason why an answer is incomplete; undefined where it ended for another one than that. */
export function incompleteDetails(extensions: Extensions | undefined, { raw }: FinishReason): IncompleteDetails | undefined {
  const details = extensions?.responses?.['incomplete_details'];
  if (!isJsonObject(details)) return undefined;
  const { reason, ...others } = details;
  if (typeof reason !== 'string') return raw === undefined ? others : undefined;
  return reason === raw ? { reason, ...others } : undefined;
}
