import {
  cancelled,
  EngineError,
  isObjectText,
  type JsonObject,
  notAnObject,
  parseExactly,
  type ServerCallOutcome,
  type ServerTool,
  type McpServer,
  type TraceContext,
  untilAborted,
  type ConnectionSlots,
} from '@org/engine';
import type { McpConnection } from './mcp-connection.js';
import type { McpServerLimits } from './mcp-server-settings.js';
import { notTheProtocol, callTimedOut, McpServerFailure } from './mcp-server-failure.js';
import { toOutcome } from './to-outcome.js';
import { sizeOf, usableTool } from './usable-tool.js';

/** A log record of a server request, without any request or response content. */
export interface McpRequestRecord {
  /** The name in the configuration, or the host. */
  readonly server: string;
  /** The server is configured, so `server` contains no client input. */
  readonly configured?: true;
  /** Of the client's request. */
  readonly requestId: string;
  /** To which trace the client's request belongs. */
  readonly trace?: TraceContext;
  readonly operation: 'list' | 'call';
  readonly outcome: 'completed' | 'failed' | 'cancelled';
  readonly totalMs: number;
  /** The tool result reports an error. */
  readonly toolFailed?: true;
  readonly failure?: Pick<McpServerFailure, 'kind' | 'code'>;
  /** The system's code for what happened to a connection. */
  readonly reason?: string;
}

type Facts = Pick<McpRequestRecord, 'toolFailed' | 'failure' | 'reason'>;

export interface SessionOptions {
  readonly label: string;
  readonly param: string;
  readonly limits: McpServerLimits;
  /** Connection slots of the server, which its sessions share. */
  readonly slots: ConnectionSlots;
  /** Aborts when the turn is no longer needed. */
  readonly signal: AbortSignal;
  /** Given up when `signal` aborts. */
  connect(signal: AbortSignal): Promise<McpConnection>;
  /** Called at the end of a session that was connected. */
  onClosed(): Promise<void>;
  record(record: Omit<McpRequestRecord, 'server' | 'configured' | 'requestId' | 'trace'>): void;
}

/** A server for one turn: it connects on first use, with one session for all calls. Before that it holds no resources. */
export class ServerSession implements McpServer {
  readonly #ended = new AbortController();
  readonly #schemas = new Map<string, JsonObject>();
  #connection: Promise<McpConnection> | undefined;
  #closing: Promise<void> | undefined;
  #started = false;

  constructor(readonly options: SessionOptions) {}

  async list(): Promise<readonly ServerTool[]> {
    try {
      return await this.#runRecorded('list', () => this.#list());
    } catch (thrown) {
      if (!(thrown instanceof McpServerFailure)) throw thrown;
      const { label, param } = this.options;
      throw new EngineError(
        'mcp-server-failed',
        `The service could not list the tools of the MCP server "${label}": ${thrown.message}`,
        { param, cause: thrown },
      );
    }
  }

  async call(name: string, argumentsText: string): Promise<ServerCallOutcome> {
    if (this.#ended.signal.aborted || this.options.signal.aborted) throw cancelled();
    if (!isObjectText(argumentsText)) return notAnObject;
    try {
      return await this.#runRecorded(
        'call',
        () => this.#call(name, argumentsText),
        ({ isError }) => (isError === true ? { toolFailed: true } : {}),
      );
    } catch (thrown) {
      if (thrown instanceof McpServerFailure) return thrown.outcome;
      throw thrown;
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #list(): Promise<readonly ServerTool[]> {
    return await this.#withConnection((connection) => this.#listOver(connection));
  }

  async #listOver(connection: McpConnection): Promise<readonly ServerTool[]> {
    const { limits } = this.options;
    const tools = new Map<string, ServerTool>();
    let characters = 0;
    let cursor: string | undefined;
    // A page may be empty, so pages are counted, too.
    for (let pages = 0; pages <= limits.maxTools; pages += 1) {
      const page = await connection.listPage(cursor, this.#ended.signal);
      const { found, next } = readPage(page);
      for (const value of found) {
        const tool = usableTool(value, limits);
        if (tool === undefined || tools.has(tool.name)) continue;
        characters += sizeOf(tool);
        tools.set(tool.name, tool);
        if (tools.size > limits.maxTools) throw tooLarge(`offers more than ${limits.maxTools} tools`);
        if (characters > limits.maxToolCharacters)
          throw tooLarge(`describes its tools with more than ${limits.maxToolCharacters} characters`);
      }
      if (next === undefined) {
        for (const { name, inputSchema } of tools.values()) this.#schemas.set(name, inputSchema);
        return [...tools.values()];
      }
      if (next === cursor) throw notTheProtocol();
      cursor = next;
    }
    throw tooLarge(`has more than ${limits.maxTools} pages of tools`);
  }

  async #call(name: string, argumentsText: string): Promise<ServerCallOutcome> {
    const { slots, limits } = this.options;
    await slots.acquire(this.#ended.signal, limits.callTimeoutMs).catch((thrown: unknown) => {
      throw thrown instanceof EngineError && thrown.code === 'overloaded' ? callTimedOut(limits.callTimeoutMs) : thrown;
    });
    try {
      const schema = this.#schemas.get(name);
      const args = argumentsOf(argumentsText, schema);
      return toOutcome(
        await this.#withConnection((connection) => connection.call(name, args, schema, this.#ended.signal)),
      );
    } finally {
      slots.release();
    }
  }

  /**
   * A server may report an expired session: then nothing was executed, and the request is retried once in a new
   * session.
   */
  async #withConnection<Result>(operation: (connection: McpConnection) => Promise<Result>): Promise<Result> {
    const connecting = this.#connected();
    const connection = await connecting;
    try {
      return await operation(connection);
    } catch (thrown) {
      if (
        !(thrown instanceof McpServerFailure) ||
        thrown.kind !== 'http' ||
        thrown.code !== 404 ||
        !connection.inSession
      )
        throw thrown;
      if (this.#connection === connecting) this.#connection = undefined;
      await connection.drop();
      return await operation(await this.#connected());
    }
  }

  #connected(): Promise<McpConnection> {
    if (this.#connection !== undefined) return this.#connection;
    const connection = this.options.connect(this.#ended.signal);
    this.#connection = connection;
    // The next caller retries.
    connection.catch(() => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    return connection;
  }

  async #runRecorded<Result>(
    operation: McpRequestRecord['operation'],
    work: () => Promise<Result>,
    factsOfResult: (result: Result) => Facts = () => ({}),
  ): Promise<Result> {
    const { record } = this.options;
    this.#start();
    const at = performance.now();
    const report = (outcome: McpRequestRecord['outcome'], facts: Facts): void =>
      record({ operation, outcome, totalMs: Math.round(performance.now() - at), ...facts });
    try {
      const result = await untilAborted(this.#ended.signal, work);
      report('completed', factsOfResult(result));
      return result;
    } catch (thrown) {
      const stopped = this.#ended.signal.aborted;
      report(stopped ? 'cancelled' : 'failed', thrown instanceof McpServerFailure ? factsOf(thrown) : {});
      if (stopped) throw cancelled();
      throw thrown instanceof McpServerFailure ? thrown : notTheProtocol(thrown);
    }
  }

  #start(): void {
    const { signal } = this.options;
    if (this.#started || this.#ended.signal.aborted) return;
    if (signal.aborted) return this.#end();
    this.#started = true;
    signal.addEventListener('abort', this.#end, { once: true });
  }

  readonly #end = (): void => {
    this.options.signal.removeEventListener('abort', this.#end);
    this.#ended.abort();
  };

  async #close(): Promise<void> {
    this.#end();
    if (!this.#started) return;
    try {
      const connection = await this.#connection;
      await connection?.close();
    } catch {
      // The connection was never established, or has already ended.
    }
    await this.options.onClosed().catch(() => undefined);
  }
}

/** Numbers arrive as the model wrote them, unless the library is to read them: some tools want arguments in headers, too. */
function argumentsOf(text: string, schema: JsonObject | undefined): JsonObject {
  const inHeaders = schema !== undefined && JSON.stringify(schema).includes('"x-mcp-header"');
  return (inHeaders ? JSON.parse(text) : parseExactly(text)) as JsonObject;
}

function readPage(page: unknown): { readonly found: readonly unknown[]; readonly next?: string } {
  if (typeof page !== 'object' || page === null || !('tools' in page) || !Array.isArray(page.tools))
    throw notTheProtocol();
  const next =
    'nextCursor' in page && typeof page.nextCursor === 'string' && page.nextCursor !== '' ? page.nextCursor : undefined;
  return { found: page.tools, ...(next === undefined ? {} : { next }) };
}

function factsOf({ kind, code, cause }: McpServerFailure): Facts {
  const reason = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return { failure: { kind, code }, ...(reason === undefined ? {} : { reason }) };
}

function tooLarge(problem: string): McpServerFailure {
  return new McpServerFailure('protocol', -32_603, `The MCP server ${problem}, which exceeds the limit.`);
}
