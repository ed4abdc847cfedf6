import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { McpServerRequest } from '@org/engine';
import { McpServerPool, type McpServerPoolOptions } from '#src/mcp/mcp-server-pool.js';
import { defaultMcpServerLimits, type McpServerLimits, type McpServerSettings } from '#src/mcp/mcp-server-settings.js';

export interface KitOptions extends Omit<McpServerPoolOptions, 'settings'>, Partial<Omit<McpServerSettings, 'limits'>> {
  readonly limits?: Partial<McpServerLimits>;
}

export function startMcpServers({
  servers = [],
  anyPublicUrl = false,
  ports = [443],
  limits = {},
  allowedHosts,
  ...options
}: KitOptions): McpServerPool {
  const settings = {
    servers,
    anyPublicUrl,
    ports,
    limits: { ...defaultMcpServerLimits, ...limits },
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
  };
  return new McpServerPool({ settings, ...options });
}

export function byName(name: string, rest: Partial<McpServerRequest> = {}): McpServerRequest {
  return { label: name, address: { type: 'name', name }, approval: 'never', param: 'tools.0', ...rest };
}

export function byUrl(url: string, rest: Partial<McpServerRequest> = {}): McpServerRequest {
  return { label: 'some', address: { type: 'url', url }, approval: 'never', param: 'tools.0', ...rest };
}

/** A port without a listener. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
