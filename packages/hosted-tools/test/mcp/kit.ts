import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ToolServerRequest } from '@org/engine';
import { McpToolServers, type McpToolServersOptions } from '#src/mcp/mcp-tool-servers.js';
import {
  defaultToolServerLimits,
  type ToolServerLimits,
  type ToolServerSettings,
} from '#src/mcp/tool-server-settings.js';

export interface KitOptions
  extends Omit<McpToolServersOptions, 'settings'>, Partial<Omit<ToolServerSettings, 'limits'>> {
  readonly limits?: Partial<ToolServerLimits>;
}

export function startToolServers({
  servers = [],
  anyPublicUrl = false,
  ports = [443],
  limits = {},
  allowedHosts,
  ...options
}: KitOptions): McpToolServers {
  const settings = {
    servers,
    anyPublicUrl,
    ports,
    limits: { ...defaultToolServerLimits, ...limits },
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
  };
  return new McpToolServers({ settings, ...options });
}

export function byName(name: string, rest: Partial<ToolServerRequest> = {}): ToolServerRequest {
  return { label: name, address: { type: 'name', name }, approval: 'never', param: 'tools.0', ...rest };
}

export function byUrl(url: string, rest: Partial<ToolServerRequest> = {}): ToolServerRequest {
  return { label: 'some', address: { type: 'url', url }, approval: 'never', param: 'tools.0', ...rest };
}

/** A port at which nobody listens. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
