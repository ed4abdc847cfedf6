// Optional members of hosted items that are null. The official types allow the null, but clients with their own
// schemas accept the member only with a value.
import { isObject, type JsonObject, type JsonValue } from '@org/engine';

/** The item without those of its optional members that are null: the same object when there are none. */
export function omitOptionalNulls(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'local_shell_call': {
      const { action } = item;
      return isObject(action)
        ? changed(item, 'action', withoutNulls(action, ['timeout_ms', 'user', 'working_directory']))
        : item;
    }
    case 'mcp_list_tools': {
      const { tools } = item;
      const listed = withoutNulls(item, ['error']);
      return Array.isArray(tools) ? changed(listed, 'tools', tools.map(withoutToolNulls)) : listed;
    }
    default:
      return item;
  }
}

function withoutToolNulls(tool: JsonValue): JsonValue {
  return isObject(tool) ? withoutNulls(tool, ['description', 'annotations']) : tool;
}

function changed(item: JsonObject, key: string, value: JsonValue): JsonObject {
  return item[key] === value ? item : { ...item, [key]: value };
}

function withoutNulls(value: JsonObject, optional: readonly string[]): JsonObject {
  if (!optional.some((key) => value[key] === null)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, member]) => member !== null || !optional.includes(key)),
  );
}
