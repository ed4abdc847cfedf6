/** The MCP servers that clients may use, and their limits. */
export interface McpServerSettings {
  readonly servers: readonly ConfiguredMcpServer[];
  /** Clients may also name any other server that has a public address. */
  readonly anyPublicUrl: boolean;
  /** Allowed hosts of such servers: names, or `*.example.com` for all subdomains. Absent: all public hosts. */
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
  /** Headers sent with every request to this server only: the operator's credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Accepts a client's credentials, which then override the operator's. Absent: only if the operator sets none. */
  readonly clientCredentials?: boolean;
}

export interface McpServerLimits {
  /** Connection timeout, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Milliseconds that each step of the greeting and of the listing may take. */
  readonly listTimeoutMs: number;
  /** Timeout of a call, in milliseconds, including the time in the queue. */
  readonly callTimeoutMs: number;
  /** Maximum size of one response, in bytes. */
  readonly maxResultBytes: number;
  /** Maximum number of tools per server. */
  readonly maxTools: number;
  /** Maximum total size of a server's tool definitions, in characters. */
  readonly maxToolCharacters: number;
  /** How deep the schema of a tool may nest. */
  readonly maxSchemaDepth: number;
  /**
   * Maximum number of concurrent calls per server: across all turns, or within one turn for a server that is not
   * configured.
   */
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
