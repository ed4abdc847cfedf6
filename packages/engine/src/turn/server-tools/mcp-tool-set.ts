import { EngineError } from '../../errors/engine-error.js';
import type { OpaquePart } from '../../model/part.js';
import { matchesFilter, type ServerTool, type McpServerRequest } from '../../model/server-tool.js';
import type { FunctionTool, ToolDefinition } from '../../model/tool.js';
import type { RunContext } from '../../ports/run-context.js';
import type { ServerToolForm } from '../../ports/server-tool-form.js';
import type { McpServer, McpServers } from '../../ports/mcp-servers.js';
import type { ServerToolHistory } from './server-tool-history.js';

/** A tool that the service calls for the model. */
export interface McpTool {
  readonly server: McpServer;
  readonly label: string;
  readonly name: string;
  /** Whether its calls wait for the client's approval. */
  readonly shouldRetry: boolean;
}

/** The MCP servers of one turn and the tools that they offer. */
export class McpToolSet {
  /** What is new to the client, in the order of the request. */
  readonly listings: readonly OpaquePart[];
  readonly #servers: readonly OpenServer[];
  readonly #byName = new Map<string, McpTool>();

  constructor(servers: readonly OpenServer[], listings: readonly OpaquePart[]) {
    this.#servers = servers;
    this.listings = listings;
    for (const { request, server, tools } of servers) {
      for (const tool of tools)
        this.#byName.set(key(request.label, tool.name), {
          server,
          label: request.label,
          name: tool.name,
          shouldRetry: requiresApproval(request, tool),
        });
    }
  }

  /** Replaces each MCP server entry in the tools by the tools of that server. */
  offer(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
    return tools.flatMap((tool) => {
      if (tool.kind !== 'hosted' || tool.server === undefined) return [tool];
      const { label, description } = tool.server;
      return (
        this.#servers
          .find(({ request }) => request.label === label)
          ?.tools.map((mcpTools) => functionOf(mcpTools, label, description)) ?? []
      );
    });
  }

  /** The tools that the service still offers after the last server call. */
  withdraw(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
    return tools.filter((tool) => tool.kind === 'hosted' || this.find(tool) === undefined);
  }

  /** Undefined for a tool that belongs to no server, and for one that its server does not offer. */
  find({ namespace, name }: { readonly namespace?: string; readonly name?: string }): McpTool | undefined {
    return namespace === undefined || name === undefined ? undefined : this.#byName.get(key(namespace, name));
  }

  /** Whether a server of this label is among them. */
  has(label: string): boolean {
    return this.#servers.some(({ request }) => request.label === label);
  }

  /** Closes the connections; callers do not have to wait for it. */
  close(): void {
    for (const { server } of this.#servers) void server.close();
  }
}

interface OpenServer {
  readonly request: McpServerRequest;
  readonly server: McpServer;
  readonly tools: readonly ServerTool[];
}

/** What {@link openMcpServers} needs of a turn. */
export interface ServersOfTurn {
  readonly tools: readonly ToolDefinition[];
  readonly history: ServerToolHistory | undefined;
  readonly form: ServerToolForm;
}

/**
 * Opens the servers that `tools` name and lists the tools of each, unless the conversation holds them. Undefined when
 * no server is named. Throws `invalid-request` for a server that may not be used, and `mcp-server-failed` for one
 * that does not respond.
 */
export async function openMcpServers(
  { tools, history, form }: ServersOfTurn,
  servers: McpServers,
  context: RunContext,
): Promise<McpToolSet | undefined> {
  const requests = tools.flatMap((tool) => (tool.kind === 'hosted' && tool.server !== undefined ? [tool.server] : []));
  if (requests.length === 0) return undefined;
  for (const { label, param } of requests) {
    if (!tools.some((tool) => tool.kind !== 'hosted' && tool.namespace === label)) continue;
    throw new EngineError('invalid-request', `${param}: the label '${label}' is also the name of a group of tools.`, {
      param,
    });
  }
  const opened: {
    readonly request: McpServerRequest;
    readonly server: McpServer;
    readonly listed: readonly ServerTool[] | undefined;
  }[] = [];
  try {
    for (const request of requests)
      opened.push({ request, server: servers.open(request, context), listed: listingFor(request, history) });
    const asked = await Promise.all(
      opened.map(async ({ request, server, listed }) => ({
        request,
        server,
        listed,
        all: listed ?? (await server.list()),
      })),
    );
    const listings = asked.flatMap(({ request, listed, all }) =>
      listed === undefined ? (form.listing?.(request.label, all.filter(isAllowed(request)), context.ids) ?? []) : [],
    );
    return new McpToolSet(
      asked.map(({ request, server, all }) => ({ request, server, tools: all.filter(isAllowed(request)) })),
      listings,
    );
  } catch (thrown) {
    for (const { server } of opened) void server.close();
    throw thrown;
  }
}

/** The tool listing of the server in the conversation, unless the request names a tool that is missing in it. */
function listingFor(
  { label, allowed }: McpServerRequest,
  history: ServerToolHistory | undefined,
): readonly ServerTool[] | undefined {
  const listed = history?.listings.get(label);
  return allowed?.names?.some((name) => listed?.every((tool) => tool.name !== name) === true) === true
    ? undefined
    : listed;
}

function isAllowed({ allowed }: McpServerRequest): (tool: ServerTool) => boolean {
  return (tool) => allowed === undefined || matchesFilter(allowed, tool);
}

function requiresApproval({ approval }: McpServerRequest, tool: ServerTool): boolean {
  if (typeof approval === 'string') return approval === 'always';
  if (approval.always !== undefined && matchesFilter(approval.always, tool)) return true;
  return approval.never === undefined || !matchesFilter(approval.never, tool);
}

function functionOf(
  { name, description, inputSchema }: ServerTool,
  label: string,
  about: string | undefined,
): FunctionTool {
  const toolDescription = description ?? about;
  return {
    kind: 'function',
    name,
    namespace: label,
    ...(toolDescription !== undefined && { description: toolDescription }),
    inputSchema,
  };
}

function key(label: string, name: string): string {
  return `${label}\0${name}`;
}
