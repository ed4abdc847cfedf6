// MCP servers whose tools this service offers and calls: `mcp_servers`, and the toolsets that select their tools.
import { EngineError, type HostedTool, type McpServerRequest } from '@org/engine';
import type { MCPToolset, MessageCreateParams, RequestMCPServerURLDefinition, ToolUnion } from '@org/protocol/messages';
import { filterOf } from './filter-of.js';

/** The servers of a request. */
export interface McpServers {
  /** Requests by the index of their toolset among the tools. */
  readonly toolsets: ReadonlyMap<number, McpServerRequest>;
  /** Those without a toolset: all that they have is offered, as it was before there were toolsets. */
  readonly withoutToolset: readonly HostedTool[];
}

/** Type name of a server without a toolset among the tools. Not an API tool type. */
export const implicitToolset = 'mcp_servers';

/** The value of the beta header under which every server needs a toolset. */
export const toolsetBeta = 'mcp-client-2025-11-20';

interface NamedServer {
  readonly definition: RequestMCPServerURLDefinition;
  readonly param: string;
}

/**
 * Joins servers and toolsets. A thread continues with its toolsets, `carried`, but servers and their tokens are not
 * stored: a server that the request does not name again is not offered. Throws where the two do not match.
 */
export function decodeServers(
  request: MessageCreateParams,
  carried: readonly ToolUnion[] | undefined,
  betas: readonly string[] = [],
): McpServers {
  const servers = namedServers(request);
  const toolsets = new Map<number, McpServerRequest>();
  const used = new Set<string>();
  for (const [at, tool] of (carried ?? request.tools ?? []).entries()) {
    if (tool.type !== 'mcp_toolset') continue;
    const { mcp_server_name: name } = tool;
    const server = servers.get(name);
    if (server === undefined) {
      if (carried === undefined) refuse(`tools.${at}.mcp_server_name`, `MCP server '${name}' not found in mcp_servers`);
      continue;
    }
    if (used.has(name)) refuse(`tools.${at}.mcp_server_name`, `MCP server '${name}' has more than one toolset`);
    used.add(name);
    toolsets.set(at, requestOf(server, tool));
  }
  const others = [...servers].flatMap(([name, server]) => (used.has(name) ? [] : [server]));
  const [unused] = others;
  if (unused !== undefined && betas.includes(toolsetBeta))
    refuse(`${unused.param}.name`, `MCP server '${unused.definition.name}' is not referenced by any mcp_toolset`);
  return { toolsets, withoutToolset: others.map((server) => implicitTool(requestOf(server))) };
}

function namedServers({ mcp_servers: servers = [] }: MessageCreateParams): ReadonlyMap<string, NamedServer> {
  const named = new Map<string, NamedServer>();
  for (const [at, definition] of servers.entries()) {
    const param = `mcp_servers.${at}`;
    if (definition.type !== 'url')
      return refuse(
        `${param}.type`,
        `MCP servers of type '${String(definition.type)}' are not supported; use type 'url'`,
      );
    if (definition.name === '') refuse(`${param}.name`, 'String should have at least 1 character');
    if (named.has(definition.name)) refuse(`${param}.name`, 'MCP server names must be unique.');
    named.set(definition.name, { definition, param });
  }
  return named;
}

/** This API has no approval: a call runs when the model makes it. */
function requestOf({ definition, param }: NamedServer, toolset?: MCPToolset): McpServerRequest {
  const { name, url, authorization_token: token, tool_configuration: configuration } = definition;
  const allowed = filterOf(configuration ?? undefined, toolset);
  return {
    label: name,
    address: { type: 'url', url },
    ...(token != null &&
      token !== '' && { credentials: { authorization: token }, authorizationMember: 'authorization_token' }),
    ...(allowed !== undefined && { allowed }),
    approval: 'never',
    param,
  };
}

function implicitTool(server: McpServerRequest): HostedTool {
  return { kind: 'hosted', dialect: 'messages', apiType: implicitToolset, value: {}, server };
}

function refuse(param: string, why: string): never {
  throw new EngineError('invalid-request', `${param}: ${why}`, { param });
}
