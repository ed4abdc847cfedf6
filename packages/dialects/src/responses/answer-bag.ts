// What a wire response says beyond a neutral result and beyond what the request decides: kept for clients of this
// dialect, read by nobody else.
import type { Extensions } from '@org/engine/model/extensions';
import type { JsonObject } from '@org/engine/model/json';
import { responseKeys } from '@org/protocol/responses';
import { isEmpty, isJsonObject, membersOutside } from '../shared/json-of.js';

/** Members that every response of this service has of its own, whoever answers. */
const ownMembers: ReadonlySet<string> = new Set([
  ...responseKeys.filter((key) => key !== 'service_tier'),
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
  const members = Object.fromEntries(Object.entries(membersOutside(response, ownMembers)).filter(([, value]) => value !== null));
  const bag: JsonObject = { ...members, ...(!isEmpty(counts) && { usage: counts }) };
  return isEmpty(bag) ? {} : { extensions: { responses: bag } };
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
