import type { ServerCallOutcome, ServerTool, McpServerRequest } from '../model/server-tool.js';
import type { RunContext } from './run-context.js';

/** Where the servers of tools are reached that requests name. Every adapter passes `testing/contracts/tool-servers-contract`. */
export interface McpServers {
  /**
   * A server for one turn; nothing is sent yet. Throws `invalid-request` with the request's `param` for one that this
   * installation does not let clients use, the same whether it exists or not.
   */
  open(request: McpServerRequest, context: Pick<RunContext, 'signal' | 'requestId' | 'owner'>): McpServer;
}

/** A server of tools, for one turn. Connects when it is first needed. */
export interface McpServer {
  /** What it offers, whatever the request allows of it. Throws `mcp-server-failed` when it cannot be asked, and `cancelled` after an abort. */
  list(): Promise<readonly ServerTool[]>;
  /**
   * Makes one call. A tool that fails and a server that cannot be reached are outcomes: the model is told. Throws
   * `cancelled` after an abort, and nothing else.
   */
  call(name: string, argumentsText: string): Promise<ServerCallOutcome>;
  /** Ends what it started; never throws. */
  close(): Promise<void>;
}
