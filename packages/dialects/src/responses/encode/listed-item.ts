// Items as lists return them. Clients may omit, or send as null, members that the official types require on every
// such item of a list.
import { isObject, type JsonObject, type JsonValue } from '@org/engine';

const ended: JsonObject = { status: 'completed' };
const search: JsonObject = { ...ended, call_id: null, execution: 'server' };

/** Default members of an item by type, for what its client left out. */
const defaults: ReadonlyMap<string, JsonObject> = new Map([
  ['function_call', ended],
  ['function_call_output', ended],
  ['custom_tool_call', ended],
  ['custom_tool_call_output', ended],
  ['computer_call', { pending_safety_checks: [] }],
  ['computer_call_output', ended],
  ['tool_search_call', search],
  ['tool_search_output', search],
  ['shell_call', { ...ended, environment: null }],
  ['shell_call_output', { ...ended, max_output_length: null }],
]);

/** Members by type that are omitted instead of null. */
const neverNull: ReadonlyMap<string, readonly string[]> = new Map([
  ['reasoning', ['content', 'status']],
  ['function_call', ['namespace']],
  ['function_call_output', ['call_id', 'name', 'namespace']],
  ['custom_tool_call', ['namespace']],
  ['computer_call_output', ['acknowledged_safety_checks']],
]);

/** The item with every member that its kind has in a list. */
export function listedItem(item: JsonObject): JsonObject {
  const type = String(item['type']);
  const listed = without(withDefaults(item, defaults.get(type) ?? nothing), neverNull.get(type) ?? []);
  const { content, action } = listed;
  if (type === 'message' && Array.isArray(content)) return { ...listed, content: content.map(listedPart) };
  return type === 'shell_call' && isObject(action)
    ? { ...listed, action: withDefaults(action, { timeout_ms: null, max_output_length: null }) }
    : listed;
}

const nothing: JsonObject = {};

function listedPart(part: JsonValue): JsonValue {
  return isObject(part) && part['type'] === 'output_text'
    ? without(withDefaults(part, { annotations: [] }), ['logprobs'])
    : part;
}

/** The object with its defaults, or the same object where nothing is missing. */
function withDefaults(value: JsonObject, defaultMembers: JsonObject): JsonObject {
  const missing = Object.entries(defaultMembers).filter(([name]) => value[name] === undefined || value[name] === null);
  return missing.length === 0 ? value : { ...value, ...Object.fromEntries(missing) };
}

/** Without those of its members that are null: the same object when there are none. */
function without(value: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => value[name] === null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name, member]) => member !== null || !names.includes(name)));
}
