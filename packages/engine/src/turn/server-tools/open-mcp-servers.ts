import { EngineError } from '../../errors/engine-error.js';
import type { OpaquePart } from '../../model/part.js';
import { matchesFilter, type McpServerRequest, type ServerTool } from '../../model/server-tool.js';
import type { FunctionTool, ToolDefinition } from '../../model/tool.js';
import type { McpServer, McpServers } from '../../ports/mcp-servers.js';
import type { RunContext } from '../../ports/run-context.js';
import type { ServerToolForm } from '../../ports/server-tool-form.js';
import type { ServerToolHistory } from './server-tool-history.js';
import type { OpenEntry } from './server-tool-set.js';

/** What {@link openMcpServers} needs of a turn. */
export interface ServersOfTurn {
  readonly tools: readonly ToolDefinition[];
  readonly history: ServerToolHistory | undefined;
  readonly form: ServerToolForm;
}

/** The opened servers, and the listings that are new to the client. */
export interface OpenMcpServers {
  readonly entries: readonly OpenEntry[];
  readonly listings: readonly OpaquePart[];
}

/**
 * Opens the servers that `tools` name and lists the tools of each, unless the conversation holds them. Throws
 * `invalid-request` for a server that may not be used, and `mcp-server-failed` for one that does not respond.
 */
export async function openMcpServers(
  { tools, history, form }: ServersOfTurn,
  servers: McpServers,
  context: RunContext,
): Promise<OpenMcpServers> {
  const requests = tools.flatMap((tool) => (tool.kind === 'hosted' && tool.server !== undefined ? [tool.server] : []));
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
    return {
      entries: asked.map(({ request, server, all }) => toEntry(request, server, all.filter(isAllowed(request)))),
      listings: asked.flatMap(({ request, listed, all }) =>
        listed === undefined ? (form.listing?.(request.label, all.filter(isAllowed(request)), context.ids) ?? []) : [],
      ),
    };
  } catch (thrown) {
    for (const { server } of opened) void server.close();
    throw thrown;
  }
}

function toEntry(request: McpServerRequest, server: McpServer, tools: readonly ServerTool[]): OpenEntry {
  const { label, description } = request;
  return {
    isFor: (entry) => entry.server?.label === label,
    server: label,
    tools: tools.map((tool) => ({
      source: { type: 'mcp', server: label },
      name: tool.name,
      definition: functionOf(tool, label, description),
      needsApproval: requiresApproval(request, tool),
      call: (argumentsText) => server.call(tool.name, argumentsText),
    })),
    close: () => server.close(),
  };
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
