// What a wire response says beyond a neutral result and beyond what the request decides: kept for clients of this
// dialect, read by nobody else.
import type { Extensions } from '@org/engine/model/extensions';
import type { JsonObject, JsonValue } from '@org/engine/model/json';
import { responseKeys } from '@org/protocol/responses';
import { isEmpty, isJsonObject, membersOutside } from '../shared/json-of.js';

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

const neutralCounts: ReadonlySet<string> = new Set([
  'input_tokens',
  'input_tokens_details',
  'output_tokens',
  'output_tokens_details',
  'prompt_tokens',
  'prompt_tokens_details',
  'completion_tokens',
  'completion_tokens_details',
  'total_tokens',
]);

/** The extensions of an answer, from its response as it is known. Nulls say nothing. */
export function answerExtensions(response: JsonObject): { readonly extensions?: Extensions } {
  const { usage } = response;
  const counts = isJsonObject(usage) ? membersOutside(usage, neutralCounts) : {};
  const members = Object.fromEntries(Object.entries(membersOutside(response, ownMembers)).filter(([key, value]) => isTold(key, value)));
  const bag: JsonObject = { ...members, ...(!isEmpty(counts) && { usage: counts }) };
  return isEmpty(bag) ? {} : { extensions: { responses: bag } };
}

/** Clients refuse responses whose numbers are none. */
function isTold(key: string, value: JsonValue | undefined): boolean {
  if (samplingMembers.has(key)) return typeof value === 'number';
  return key === 'reasoning' ? isJsonObject(value) : value !== null;
}

const usageMember: ReadonlySet<string> = new Set(['usage']);

/** Members of the response as a whole. */
export function responseMembers(extensions: Extensions | undefined): JsonObject {
  return membersOutside(extensions?.responses ?? {}, usageMember);
}

/** Members of `usage` that have no neutral field. */
export function usageMembers(extensions: Extensions | undefined): JsonObject {
  const usage = extensions?.responses?.['usage'];
  return isJsonObject(usage) ? usage : {};
}
