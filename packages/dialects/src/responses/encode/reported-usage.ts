// Members of a reported usage beyond the neutral counts, preserved unchanged.
import { type JsonObject, type JsonValue, objectOf, type Usage } from '@org/engine';
import type { ResponseUsage } from '@org/protocol/responses';
import { isEmpty, jsonOf, membersOutside } from '../../shared/json-of.js';
import { decodeUsage } from './encode-usage.js';

/** Names of the usage details, their chat-completions names, and which of them the neutral usage counts. */
const details = [
  ['input_tokens_details', 'prompt_tokens_details', new Set(['cached_tokens', 'cache_write_tokens'])],
  ['output_tokens_details', 'completion_tokens_details', new Set(['reasoning_tokens'])],
] as const;

const neutralCounts: ReadonlySet<string> = new Set([
  'input_tokens',
  'output_tokens',
  'prompt_tokens',
  'completion_tokens',
  ...details.flatMap(([own, other]) => [own, other]),
]);

const addedUp: ReadonlySet<string> = new Set(['total_tokens', ...details.flatMap(([own, other]) => [own, other])]);

/** Known members that must be counts or absent: clients reject values that are not numbers. */
const countMembers: ReadonlySet<string> = new Set(['total_tokens', 'text_tokens', 'audio_tokens', 'image_tokens']);

/** The members of `usage` that have no neutral field, of its details, too. */
export function remainingUsage(usage: JsonObject): JsonObject {
  const named = details.flatMap(([own, other, neutral]) =>
    [own, other].map((name) => [name, reportable(membersOutside(objectOf(usage[name]), neutral))] as const),
  );
  return {
    ...reportable(membersOutside(usage, neutralCounts)),
    ...Object.fromEntries(named.filter(([, remaining]) => !isEmpty(remaining))),
  };
}

/**
 * Adds the members of `reported` to an encoded usage. Details reported under one name apply to the other name too.
 * Where the counts differ from the upstream's own, its totals and breakdowns are left out.
 */
export function withReportedUsage(encoded: ResponseUsage, reported: JsonObject, usage: Usage): ResponseUsage {
  if (isEmpty(reported)) return encoded;
  const added = membersOutside(reported, addedUp);
  if (!matchesReportedUsage(usage)) return { ...encoded, ...added };
  const payload = jsonOf(encoded);
  const names = details
    .flatMap(
      ([own, other]) =>
        [
          [own, other],
          [other, own],
        ] as const,
    )
    .filter(([name]) => name in payload);
  const merged = Object.fromEntries(
    names.map(([name, alias]) => [
      name,
      { ...objectOf(payload[name]), ...objectOf(reported[alias]), ...objectOf(reported[name]) },
    ]),
  );
  return {
    ...encoded,
    ...added,
    ...merged,
    ...(reported['total_tokens'] !== undefined && { total_tokens: Number(reported['total_tokens']) }),
  };
}

function matchesReportedUsage(usage: Usage): boolean {
  if (usage.raw === undefined) return false;
  const { inputTokens, outputTokens } = decodeUsage(usage.raw);
  return inputTokens === usage.inputTokens && outputTokens === usage.outputTokens;
}

function reportable(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => value !== null && (!countMembers.has(name) || isCount(value))),
  );
}

function isCount(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
