// Response members beyond a neutral result and beyond what the request decides: preserved for clients of this dialect
// and read by no other code.
import { type Extensions, type FinishReason, isObject, type JsonObject, type JsonValue, objectOf } from '@org/engine';
import { responseKeys, type IncompleteDetails } from '@org/protocol/responses';
import { isEmpty, membersOutside, withoutNulls } from '../../shared/json-of.js';
import type { RequestEcho } from './echo-request.js';
import { remainingUsage } from './reported-usage.js';

const isNumber = (value: JsonValue | undefined): boolean => typeof value === 'number';
const isCap = (value: JsonValue | undefined): boolean => Number.isSafeInteger(value);

/** Members that the upstream knows better than the request, and the form in which clients can read them. */
const upstreamMembers: ReadonlyMap<string, (value: JsonValue | undefined) => boolean> = new Map([
  ['temperature', isNumber],
  ['top_p', isNumber],
  ['presence_penalty', isNumber],
  ['frequency_penalty', isNumber],
  ['top_logprobs', isNumber],
  ['reasoning', isObject],
  ['text', isObject],
  ['service_tier', (value) => value !== null],
  ['truncation', (value) => value === 'auto' || value === 'disabled'],
  ['parallel_tool_calls', (value) => typeof value === 'boolean'],
  ['prompt_cache_retention', (value) => value === 'in_memory' || value === '24h'],
  ['max_output_tokens', isCap],
  ['max_tool_calls', isCap],
]);

/** Members that this service sets on every response, regardless of the upstream. */
const serviceMembers: ReadonlySet<string> = new Set([
  ...responseKeys.filter((key) => !upstreamMembers.has(key)),
  'conversation',
  'user',
  'output_text',
]);

/** Extensions of a response, from its payload as far as it is known. Ignores nulls. */
export function toResponseExtensions(response: JsonObject): { readonly extensions?: Extensions } {
  const { usage, incomplete_details: details } = response;
  const counts = isObject(usage) ? remainingUsage(usage) : {};
  const members = Object.fromEntries(
    Object.entries(membersOutside(response, serviceMembers)).filter(([key, value]) => isReported(key, value)),
  );
  const passthroughFields: JsonObject = {
    ...members,
    ...(isObject(details) && { incomplete_details: details }),
    ...(!isEmpty(counts) && { usage: counts }),
  };
  return isEmpty(passthroughFields) ? {} : { extensions: { responses: passthroughFields } };
}

function isReported(key: string, value: JsonValue | undefined): boolean {
  return upstreamMembers.get(key)?.(value) ?? value !== null;
}

/** Members that only the end of a response reports. */
const endMembers: ReadonlySet<string> = new Set(['usage', 'incomplete_details']);

const capMembers = ['max_output_tokens', 'max_tool_calls'] as const;
const formatMember: ReadonlySet<string> = new Set(['format']);

/**
 * The complete response: reported members replace the requested ones. The text format and the named limits come from
 * the request.
 */
export function withReportedMembers(echo: RequestEcho, extensions: Extensions | undefined): RequestEcho {
  const passthroughFields = extensions?.responses;
  if (passthroughFields === undefined) return echo;
  const { text, ...reported } = membersOutside(passthroughFields, endMembers);
  const asked = Object.fromEntries(capMembers.flatMap((name) => (echo[name] === null ? [] : [[name, echo[name]]])));
  return {
    ...echo,
    ...reported,
    ...asked,
    ...(isObject(text) && { text: { ...echo.text, ...withoutNulls(membersOutside(text, formatMember)) } }),
  };
}

/** Members of `usage` that have no neutral field. */
export function usageMembers(extensions: Extensions | undefined): JsonObject {
  return objectOf(extensions?.responses?.['usage']);
}

/** Reported reason why a response is incomplete; undefined where it ended for another reason. */
export function incompleteDetails(
  extensions: Extensions | undefined,
  { raw }: FinishReason,
): IncompleteDetails | undefined {
  const details = extensions?.responses?.['incomplete_details'];
  if (!isObject(details)) return undefined;
  const { reason, ...others } = details;
  if (typeof reason !== 'string') return raw === undefined ? others : undefined;
  return reason === raw ? { reason, ...others } : undefined;
}
