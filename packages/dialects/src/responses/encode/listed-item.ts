// Items as lists show them. Clients may leave out, or send as null, what the official types have on every such item of a list.
import { isObject, type JsonObject, type JsonValue } from '@org/engine';

const ended: JsonObject = { status: 'completed' };
const search: JsonObject = { ...ended, call_id: null, execution: 'server' };

/** By type: what an item has where its client said nothing. */
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

/** By type: members that say something or are not there. */
const neverNull: ReadonlyMap<string, readonly string[]> = new Map([
  ['reasoning', ['content', 'status']],
  ['function_call', ['namespace']],
  ['function_call_output', ['call_id', 'name', 'namespace']],
  ['custom_tool_call', ['namespace']],
  ['computer_call_output', ['acknowledged_safety_checks']],
]);

/** The item with everything that one of its kind has in a list. */
export function listedItem(item: JsonObject): JsonObject {
  const type = String(item['type']);
  const listed = without(filled(item, defaults.get(type) ?? nothing), neverNull.get(type) ?? []);
  const { content, action } = listed;
  if (type === 'message' && Array.isArray(content)) return { ...listed, content: content.map(listedPart) };
  return type === 'shell_call' && isObject(action)
    ? { ...listed, action: filled(action, { timeout_ms: null, max_output_length: null }) }
    : listed;
}

const nothing: JsonObject = {};

function listedPart(part: JsonValue): JsonValue {
  return isObject(part) && part['type'] === 'output_text'
    ? without(filled(part, { annotations: [] }), ['logprobs'])
    : part;
}

/** The same object where nothing is missing. */
function filled(value: JsonObject, usual: JsonObject): JsonObject {
  const missing = Object.entries(usual).filter(([name]) => value[name] === undefined || value[name] === null);
  return missing.length === 0 ? value : { ...value, ...Object.fromEntries(missing) };
}

/** Without those of its members that are null: the same object when there are none. */
function without(value: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => value[name] === null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name, member]) => member !== null || !names.includes(name)));
}
