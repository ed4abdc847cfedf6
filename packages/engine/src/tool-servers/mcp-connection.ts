// The only place that speaks the protocol. It is loaded when the first server is connected to: the library is large.
import { Client, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import type { JsonObject } from '../model/json.js';
import type { BoundedFetchOptions } from './bounded-fetch.js';
import { failureOf } from './failure-of.js';
import type { ToolServerLimits } from './tool-server-settings.js';
import { WatchedTransport } from './watched-transport.js';

export interface ConnectionOptions extends Omit<BoundedFetchOptions, 'exchange' | 'maxBytes'> {
  readonly url: URL;
  readonly limits: ToolServerLimits;
}

/** Milliseconds that a session may take to end. */
const goodbyeMs = 1_000;

/** What a server answers is judged tool by tool, so that one which is not as it should be does not take the others with it. */
const asItCame: StandardSchemaV1<unknown> = { '~standard': { version: 1, vendor: 'model-response-service', validate: (value) => ({ value }) } };

/** Schemas of servers are never compiled: what they say of results is of no use to a model. */
const noValidation = { getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }) };

/** A connection to one server, for one turn. All of its failures are `ToolServerFailure`s. */
export class McpConnection {
  readonly #limits: ToolServerLimits;
  readonly #transport: WatchedTransport;
  readonly #client: Client;
  #starting: Promise<void> | undefined;

  constructor({ url, limits, ...options }: ConnectionOptions) {
    this.#limits = limits;
    this.#transport = new WatchedTransport(url, { ...options, maxBytes: limits.maxAnswerBytes });
    this.#client = new Client(
      { name: 'model-response-service', version: '1' },
      { versionNegotiation: { mode: 'auto' }, jsonSchemaValidator: noValidation, inputRequired: { autoFulfill: false } },
    );
    // What befalls a request is told by the request.
    this.#client.onerror = () => undefined;
  }

  start(): Promise<void> {
    this.#starting ??= this.#asking(this.#limits.listTimeoutMs, (timeout) => this.#client.connect(this.#transport, { timeout }));
    return this.#starting;
  }

  /** A page of what `tools/list` answers. */
  async listPage(cursor: string | undefined, signal: AbortSignal): Promise<unknown> {
    // A server without tools need not know the question.
    if (this.#client.getServerCapabilities()?.tools === undefined) return { tools: [] };
    const params = cursor === undefined ? {} : { cursor };
    return await this.#asking(this.#limits.listTimeoutMs, (timeout) => this.#client.request({ method: 'tools/list', params }, asItCame, { timeout, signal }));
  }

  /** What `tools/call` answers. `inputSchema`: the tool's, if it is known; some servers want arguments in headers, too. */
  async call(name: string, args: JsonObject, inputSchema: JsonObject | undefined, signal: AbortSignal): Promise<unknown> {
    const definition = inputSchema === undefined ? {} : { toolDefinition: { name, inputSchema: { ...inputSchema, type: 'object' as const } } };
    return await this.#asking(this.#limits.callTimeoutMs, (timeout) => this.#client.callTool({ name, arguments: args }, { timeout, signal, ...definition }));
  }

  /** Whether the server knows it by a name, which it may forget. */
  get inSession(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  /** Leaves without a word. */
  async drop(): Promise<void> {
    await this.#transport.close().catch(() => undefined);
  }

  /** Ends the session, in good order if the server lets it. */
  async close(): Promise<void> {
    let patience: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => (patience = setTimeout(resolve, goodbyeMs)));
    await Promise.race([this.#leave(), enough]).catch(() => undefined);
    clearTimeout(patience);
    await this.drop();
  }

  async #leave(): Promise<void> {
    // A session whose name did not arrive yet could not be ended.
    await this.#starting?.catch(() => undefined);
    await this.#transport.settle();
    await this.#transport.terminateSession();
  }

  async #asking<Answer>(timeout: number, ask: (timeout: number) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(timeout);
    } catch (thrown) {
      throw failureOf(thrown, timeout);
    }
  }
}
