/** Which servers of tools clients may use, and how much of them. */
export interface McpServerSettings {
  readonly servers: readonly ConfiguredMcpServer[];
  /** Clients may name any other server that has a public address, too. */
  readonly anyPublicUrl: boolean;
  /** Hosts of such servers: names, or `*.example.com` for all below one. Absent: all that are public. */
  readonly allowedHosts?: readonly string[];
  /** Ports of such servers. */
  readonly ports: readonly number[];
  readonly limits: McpServerLimits;
}

/** A server that the operator vouches for. It may have a private address. */
export interface ConfiguredMcpServer {
  /** What clients may call it instead of its URL. */
  readonly name: string;
  readonly url: string;
  /** Sent with every request to it, and to nobody else: the operator's credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes a client's credentials, which then stand before the operator's. Absent: if the operator gives none. */
  readonly clientCredentials?: boolean;
}

export interface McpServerLimits {
  /** Milliseconds until a connection stands. */
  readonly connectTimeoutMs: number;
  /** Milliseconds that each step of the greeting and of the listing may take. */
  readonly listTimeoutMs: number;
  /** Milliseconds that a call may take, waiting in line included. */
  readonly callTimeoutMs: number;
  /** Most bytes of one answer. */
  readonly maxResultBytes: number;
  /** Most tools of one server. */
  readonly maxTools: number;
  /** Most characters of all that a server says of its tools. */
  readonly maxToolCharacters: number;
  /** How deep the schema of a tool may nest. */
  readonly maxSchemaDepth: number;
  /** Most calls of one server that run at once: for all turns together, and for a server that is not configured within one. */
  readonly concurrentCalls: number;
}

/** Limits that the operator leaves out. */
export const defaultMcpServerLimits: McpServerLimits = {
  connectTimeoutMs: 5_000,
  listTimeoutMs: 15_000,
  callTimeoutMs: 60_000,
  maxResultBytes: 1024 * 1024,
  maxTools: 256,
  maxToolCharacters: 256 * 1024,
  maxSchemaDepth: 32,
  concurrentCalls: 16,
};

/** Ports of servers that a client names, where the operator sets none. */
export const defaultMcpServerPorts: readonly number[] = [443];
