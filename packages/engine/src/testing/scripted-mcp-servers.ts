import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { JsonObject } from '../json/json-value.js';
import { isObjectText } from '../json/is-object-text.js';
import type { ServerCallOutcome, ServerTool, McpServerRequest } from '../model/server-tool.js';
import type { RunContext } from '../ports/run-context.js';
import type { McpServer, McpServers } from '../ports/mcp-servers.js';
import { notAnObject } from '../errors/not-an-object.js';
import { untilAborted } from '../concurrency/until-aborted.js';

/** Tools and results of a scripted server. */
export interface ScriptedMcpServer {
  readonly tools: readonly ServerTool[];
  /** An exception simulates an unreachable server. `signal` aborts when the caller no longer waits for the outcome. */
  call?(name: string, args: JsonObject, signal: AbortSignal): ServerCallOutcome | Promise<ServerCallOutcome>;
  /** It cannot be asked what it offers. */
  readonly failList?: true;
}

export interface RecordedCall {
  readonly server: string;
  readonly name: string;
  readonly argumentsText: string;
}

/**
 * MCP servers without a network, by the labels that requests give them; a missing label simulates a server that is
 * not allowed.
 */
export class ScriptedMcpServers implements McpServers {
  /** What was opened, in this order. */
  readonly opened: McpServerRequest[] = [];
  /** Labels of those that were asked what they offer. */
  readonly listed: string[] = [];
  readonly calls: RecordedCall[] = [];
  /** Labels of what was closed. */
  readonly closed: string[] = [];

  constructor(private readonly script: Readonly<Record<string, ScriptedMcpServer>>) {}

  /** Servers that were opened and not closed. */
  get inUse(): number {
    return this.opened.length - this.closed.length;
  }

  open(request: McpServerRequest, { signal }: Pick<RunContext, 'signal'>): McpServer {
    const { label, param } = request;
    const server = Object.hasOwn(this.script, label) ? this.script[label] : undefined;
    if (server === undefined)
      throw new EngineError('invalid-request', `${param}: clients may not use that MCP server.`, { param });
    this.opened.push(request);
    const closing = new AbortController();
    const ended = AbortSignal.any([signal, closing.signal]);
    return {
      list: async () => {
        if (ended.aborted) throw cancelled();
        this.listed.push(label);
        if (server.failList === true)
          throw new EngineError(
            'mcp-server-failed',
            `The service could not list the tools of the MCP server "${label}".`,
            {
              param,
            },
          );
        return server.tools;
      },
      call: async (name, argumentsText) => {
        if (ended.aborted) throw cancelled();
        this.calls.push({ server: label, name, argumentsText });
        if (!isObjectText(argumentsText)) return notAnObject;
        return await untilAborted(ended, () => callTool(server, name, argumentsText, ended));
      },
      close: async () => {
        if (closing.signal.aborted) return;
        closing.abort();
        this.closed.push(label);
      },
    };
  }
}

async function callTool(
  server: ScriptedMcpServer,
  name: string,
  argumentsText: string,
  signal: AbortSignal,
): Promise<ServerCallOutcome> {
  if (server.call === undefined || !server.tools.some((tool) => tool.name === name)) {
    return { content: [], failure: { kind: 'protocol', code: -32_602, message: `There is no tool "${name}".` } };
  }
  try {
    return await server.call(name, JSON.parse(argumentsText) as JsonObject, signal);
  } catch {
    return { content: [], failure: { kind: 'http', code: 502, message: 'The MCP server could not be reached.' } };
  }
}
