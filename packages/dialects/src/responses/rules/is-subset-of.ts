// Whether one form of an item says anything that another form of it does not.
import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import { membersOutside } from '../../shared/json-of.js';

/** Members that are of the making of an item: whoever sends it back may have left them out, or have had them put in by an SDK. */
const madeWithItem: ReadonlySet<string> = new Set(['id', 'status', 'created_by', 'parsed_arguments']);
/** The same of a part of its content. */
const madeWithPart: ReadonlySet<string> = new Set(['annotations', 'logprobs', 'parsed']);
/** The seal of reasoning is made anew whenever it is shown. That of a compaction is all that it says. */
const madeWithReasoning: ReadonlySet<string> = new Set([...madeWithItem, 'encrypted_content']);

/** Whether all that `sent` says is said by `stored`, too: members that are missing or null say nothing. Both in the form in which items are kept. */
export function isSubsetOf(stored: JsonObject, sent: JsonObject): boolean {
  return isIn(comparableMembers(stored), comparableMembers(sent));
}

function comparableMembers(item: JsonObject): JsonObject {
  const own = membersOutside(item, item['type'] === 'reasoning' ? madeWithReasoning : madeWithItem);
  const { content } = own;
  if (!Array.isArray(content)) return own;
  return {
    ...own,
    content: content.map((part: JsonValue) => (isObject(part) ? membersOutside(part, madeWithPart) : part)),
  };
}

function isIn(superset: JsonValue | undefined, subset: JsonValue | undefined): boolean {
  if (subset === superset || subset === null || subset === undefined) return true;
  if (Array.isArray(subset)) {
    // What is a list on one side only: an empty one says nothing.
    if (!Array.isArray(superset)) return subset.length === 0 && (superset === null || superset === undefined);
    return subset.length === superset.length && subset.every((value: JsonValue, index) => isIn(superset[index], value));
  }
  return (
    isObject(subset) && isObject(superset) && Object.keys(subset).every((name) => isIn(superset[name], subset[name]))
  );
}
