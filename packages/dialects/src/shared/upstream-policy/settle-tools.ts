// Removes what refers to tools and servers that a request has lost: an upstream rejects references to nothing.
import { arrayOf, isObject, type JsonObject, type JsonValue, memberOf } from '@org/engine';

/** `body` without empty lists of tools and servers, toolsets of absent servers, and choices among absent tools. */
export function settleTools(body: JsonObject): JsonObject {
  const { tools: listed, mcp_servers: servers, tool_choice: choice, ...others } = body;
  const serverNames = new Set(arrayOf(servers).map((server) => memberOf(server, 'name')));
  const tools = arrayOf(listed).filter(
    (tool) => memberOf(tool, 'type') !== 'mcp_toolset' || serverNames.has(memberOf(tool, 'mcp_server_name')),
  );
  const settled = settledChoice(choice, tools);
  return {
    ...others,
    ...(tools.length > 0 && { tools }),
    ...(serverNames.size > 0 && { mcp_servers: servers }),
    ...(settled !== undefined && { tool_choice: settled }),
  };
}

/** Without a choice the model decides. */
function settledChoice(choice: JsonValue | undefined, tools: readonly JsonValue[]): JsonValue | undefined {
  if (tools.length === 0) return undefined;
  if (!isObject(choice)) return choice;
  if (choice['type'] === 'allowed_tools') {
    const allowed = arrayOf(choice['tools']).filter((one) => isObject(one) && isAmong(one, tools));
    return allowed.length === 0 ? undefined : { ...choice, tools: allowed };
  }
  return isAmong(choice, tools) ? choice : undefined;
}

/** Choices of the messages dialect that name no tool. */
const generalChoices: ReadonlySet<unknown> = new Set(['auto', 'any', 'none']);

/** Whether a choice names a tool of the list: by name, by the label of its server, or by type. */
function isAmong({ type, name, server_label: label }: JsonObject, tools: readonly JsonValue[]): boolean {
  if (generalChoices.has(type)) return true;
  if (type === 'mcp')
    return tools.some(
      (tool) => memberOf(tool, 'type') === 'mcp' && (label === undefined || memberOf(tool, 'server_label') === label),
    );
  if (typeof name === 'string') return tools.some((tool) => hasName(tool, name));
  return tools.some((tool) => memberOf(tool, 'type') === type);
}

/** A group's own tools count, too. */
function hasName(tool: JsonValue, name: string): boolean {
  return (
    memberOf(tool, 'name') === name ||
    arrayOf(memberOf(tool, 'tools')).some((inner) => memberOf(inner, 'name') === name)
  );
}
