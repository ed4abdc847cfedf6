// Deferred tools, for models that do not support them: the service offers all tools at once, so each is found when
// the model calls it. Clients reject a call of a deferred tool that no search has found, regardless of which side was
// to search.
import type { OpaquePart, Part, ToolCallPart } from '@org/engine';
import type { ResponseOutputItem, Tool } from '@org/protocol/responses';
import { jsonOf, verbatim } from '../shared/json-of.js';
import { isClients } from './client-tools/search-tool.js';
import { echoTool } from './encode/echo-tool.js';
import { passthroughFieldsOf } from './extensions.js';
import { outputItemId } from './item-ids.js';

/** Deferred tools of a request, by group and name, each with what a search finds: the tool or its complete group. */
export type SearchedTools = ReadonlyMap<string, Tool>;

const none: SearchedTools = new Map();

/** Whether a tool is a search that runs on the server of this API. */
export function isServerSearch(tool: { readonly type: unknown }): boolean {
  return tool.type === 'tool_search' && !isClients(jsonOf(tool));
}

/** those that a search would find; empty where there is no search tool. */
export function searchedTools(tools: readonly Tool[]): SearchedTools {
  if (!tools.some(({ type }) => type === 'tool_search')) return none;
  const found = new Map<string, Tool>();
  for (const tool of tools) {
    if (tool.type === 'function' || tool.type === 'custom') {
      if (tool['defer_loading'] === true) found.set(keyOf(tool.name), tool);
    } else if (tool.type === 'mcp') {
      if (tool.defer_loading === true) found.set(keyOfServer(tool.server_label), tool);
    } else if (tool.type === 'namespace') {
      for (const member of tool.tools)
        if ((member.type === 'function' || member.type === 'custom') && member['defer_loading'] === true)
          found.set(keyOf(member.name, tool.name), tool);
    }
  }
  return found;
}

/** Its tools are known once it lists them, so a search finds all of them. */
function keyOfServer(label: string): string {
  return keyOf('', label);
}

function keyOf(name: string, namespace = ''): string {
  return `${namespace}\0${name}`;
}

/** Tool searches of one response. */
export class ServerSearch {
  readonly #tools: SearchedTools;
  readonly #responseId: string;
  readonly #found = new Set<Tool>();

  constructor(tools: SearchedTools, responseId: string) {
    this.#tools = tools;
    this.#responseId = responseId;
  }

  /**
   * Items before the one of `part`: for the first call of a deferred tool, a search that finds it. `index`: the index
   * of the part.
   */
  before(part: Part, index: number): ResponseOutputItem[] {
    const tool =
      part.type === 'tool-call' ? this.#called(part) : part.type === 'opaque' ? this.#calledOf(part) : undefined;
    if (tool === undefined || this.#found.has(tool)) return [];
    this.#found.add(tool);
    const id = (type: string): string => outputItemId(type, this.#responseId, index);
    const commonFields = { call_id: null, execution: 'server', status: 'completed' };
    return [
      verbatim({
        id: id('tool_search_call'),
        type: 'tool_search_call',
        ...commonFields,
        arguments: { paths: [tool.type === 'mcp' ? tool.server_label : String(tool['name'])] },
      }),
      verbatim({
        id: id('tool_search_output'),
        type: 'tool_search_output',
        ...commonFields,
        tools: [jsonOf(echoTool(tool))],
      }),
    ];
  }

  /** The MCP server whose tool is called here, or is to be called after the client's approval. */
  #calledOf({ serverTool: record, extensions }: OpaquePart): Tool | undefined {
    if (
      (record?.type !== 'call' && record?.type !== 'approval-request') ||
      passthroughFieldsOf(extensions).isServiceMade !== true
    )
      return undefined;
    const { source } = record.call;
    return source.type === 'mcp' ? this.#tools.get(keyOfServer(source.server)) : undefined;
  }

  /** An upstream of this API runs searches itself: its calls arrive as its items. */
  #called({ name, namespace, extensions }: ToolCallPart): Tool | undefined {
    return this.#tools.size === 0 || extensions?.responses !== undefined
      ? undefined
      : this.#tools.get(keyOf(name, namespace));
  }
}
