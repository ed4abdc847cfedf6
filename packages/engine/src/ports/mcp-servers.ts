import type { ServerCallOutcome, ServerTool, McpServerRequest } from '../model/server-tool.js';
import type { RunContext } from './run-context.js';

/** Where the servers of tools are reached that requests name. Every adapter passes `testing/contracts/mcp-servers-contract`. */
export interface McpServers {
  /**
   * Creates an MCP server for one turn; nothing is sent yet. Throws `invalid-request` with the request's `param` for
   * a server that this installation does not let clients use, whether it exists or not.
   */
  open(request: McpServerRequest, context: Pick<RunContext, 'signal' | 'requestId' | 'owner'>): McpServer;
}

/** An MCP server for one turn. Connects on first use. */
export interface McpServer {
  /** All tools of the server, also those that the request does not allow. Throws `mcp-server-failed` when the request to it fails, and `cancelled` after an abort. */
  list(): Promise<readonly ServerTool[]>;
  /**
   * Makes one call. A failing tool and an unreachable server are outcomes that the model receives. Throws only
   * `cancelled`, after an abort.
   */
  call(name: string, argumentsText: string): Promise<ServerCallOutcome>;
  /** Ends what it started; never throws. */
  close(): Promise<void>;
}
