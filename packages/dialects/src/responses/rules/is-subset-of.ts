// Whether one form of an item has content that another form of it lacks.
import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import { membersOutside } from '../../shared/json-of.js';

/**
 * Members added when an item is created: a client that sends it back may have left them out, and an SDK may have
 * added them.
 */
const generatedItemMembers: ReadonlySet<string> = new Set(['id', 'status', 'created_by', 'parsed_arguments']);
/** The same of a part of its content. */
const generatedPartMembers: ReadonlySet<string> = new Set(['annotations', 'logprobs', 'parsed']);
/** The signature of reasoning is new whenever the service returns it. That of a compaction is its only content. */
const generatedReasoningMembers: ReadonlySet<string> = new Set([...generatedItemMembers, 'encrypted_content']);

/**
 * Whether `stored` contains everything in `sent`: missing and null members are ignored. Both are in the stored form
 * of items.
 */
export function isSubsetOf(stored: JsonObject, sent: JsonObject): boolean {
  return isIn(comparableMembers(stored), comparableMembers(sent));
}

function comparableMembers(item: JsonObject): JsonObject {
  const own = membersOutside(item, item['type'] === 'reasoning' ? generatedReasoningMembers : generatedItemMembers);
  const { content } = own;
  if (!Array.isArray(content)) return own;
  return {
    ...own,
    content: content.map((part: JsonValue) => (isObject(part) ? membersOutside(part, generatedPartMembers) : part)),
  };
}

function isIn(superset: JsonValue | undefined, subset: JsonValue | undefined): boolean {
  if (subset === superset || subset === null || subset === undefined) return true;
  if (Array.isArray(subset)) {
    // A list on one side only: an empty list has no content.
    if (!Array.isArray(superset)) return subset.length === 0 && (superset === null || superset === undefined);
    return subset.length === superset.length && subset.every((value: JsonValue, index) => isIn(superset[index], value));
  }
  return (
    isObject(subset) && isObject(superset) && Object.keys(subset).every((name) => isIn(superset[name], subset[name]))
  );
}
