// A loopback upstream for tests: real sockets, scripted responses, and a record of the actual events. It uses chat
// completions, or another API through its codec.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@org/engine';
import { brokenRule } from './upstream-rules.js';
import { keywordScript } from './upstream-keywords.js';
import type { UpstreamEventEncoder, FakeServerCodec } from './fake-server-codec.js';

/** The upstream's observations of one request. Times are `performance.now()` milliseconds. */
export interface UpstreamRecord {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: JsonObject;
  readonly openedAt: number;
  /** Time at which the response was written completely. */
  finishedAt?: number;
  /** The client went away before that. */
  abortedAt?: number;
}

/** One request that a script handles. */
export interface UpstreamCall {
  readonly record: UpstreamRecord;
  /** The request, in the terms of chat completions. */
  readonly body: JsonObject;
  readonly response: ServerResponse;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Starts an event stream with status 200. */
  start(headers?: Readonly<Record<string, string>>): void;
  /** Writes raw bytes. */
  write(data: string | Uint8Array): void;
  /** Writes a `data` line: a chunk with one choice that contains the delta. */
  delta(delta: JsonObject, more?: JsonObject): void;
  /** Writes a `data` line with any object. */
  chunk(chunk: JsonObject): void;
  /** Ends the response as a healthy upstream does: finish reason, usage, `[DONE]`. */
  finish(reason?: string, usage?: JsonObject): void;
  /** Responds with a JSON document instead of a stream. */
  reply(status: number, body: JsonObject | string, headers?: Readonly<Record<string, string>>): void;
  /** Closes the connection abruptly (RST) or cleanly (FIN), even within a write. */
  reset(): void;
  hangUp(): void;
  /** Waits, at most until the client disconnects. */
  pause(ms: number): Promise<void>;
}

/** Responds to one request. */
export type UpstreamScript = (call: UpstreamCall) => void | Promise<void>;

/** An upstream on loopback that a test controls. */
export interface ScriptedUpstream {
  /** Base URL for clients, with `/v1`. */
  readonly baseUrl: string;
  /** The same without `/v1`. */
  readonly origin: string;
  /** Every chat-completions request so far. */
  readonly records: readonly UpstreamRecord[];
  /** Requests that are neither finished nor aborted. */
  readonly open: number;
  /** Sockets that are connected. */
  readonly sockets: number;
  /** Handles all further requests with `script`; by default, by the keywords of the last user message. */
  play(script?: UpstreamScript): void;
  close(): Promise<void>;
}

export interface ScriptedUpstreamOptions {
  /** Port on 127.0.0.1. Default: any free one. */
  readonly port?: number;
  /** Members of the model's entry in `GET /v1/models`. */
  readonly model?: JsonObject;
  /** Its API. Default: chat completions. */
  readonly codec?: FakeServerCodec;
}

/** Starts an upstream. It rejects with 400 what a strict engine rejects: unknown roles, results without their call. */
export async function startScriptedUpstream({
  port = 0,
  model = { id: 'scripted' },
  codec,
}: ScriptedUpstreamOptions = {}): Promise<ScriptedUpstream> {
  const records: UpstreamRecord[] = [];
  const sockets = new Set<Socket>();
  let script: UpstreamScript = keywordScript();
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (request.method === 'GET') {
      sendJson(response, path.endsWith('/models') ? 200 : 404, {
        object: 'list',
        data: [{ object: 'model', ...model }],
      });
      return;
    }
    const disconnected = new AbortController();
    const text = await readText(request);
    const body = JSON.parse(text) as JsonObject;
    const record: UpstreamRecord = { path, headers: request.headers, body, openedAt: performance.now() };
    records.push(record);
    response.on('finish', () => (record.finishedAt = performance.now()));
    response.on('close', () => {
      if (record.finishedAt !== undefined) return;
      record.abortedAt = performance.now();
      disconnected.abort();
    });
    const call = createCall(record, response, disconnected.signal, codec);
    const broken = path.endsWith('/chat/completions') ? brokenRule(body) : undefined;
    if (broken !== undefined) call.reply(400, { error: { message: broken, type: 'invalid_request_error', code: 400 } });
    else await script(call);
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: bound } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${bound}/v1`,
    origin: `http://127.0.0.1:${bound}`,
    records,
    get open() {
      return records.filter(({ finishedAt, abortedAt }) => finishedAt === undefined && abortedAt === undefined).length;
    },
    get sockets() {
      return sockets.size;
    },
    play(next = keywordScript()) {
      script = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createCall(
  record: UpstreamRecord,
  response: ServerResponse,
  signal: AbortSignal,
  codec: FakeServerCodec | undefined,
): UpstreamCall {
  const model = record.body['model'] ?? 'scripted';
  const encoder: UpstreamEventEncoder | undefined = codec?.createEncoder(String(model));
  const writeEvents = (events: readonly JsonObject[]): void => {
    for (const event of events) call.write(`event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const call: UpstreamCall = {
    record,
    body: codec?.view(record.body) ?? record.body,
    response,
    signal,
    start(headers = {}) {
      response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
      response.flushHeaders();
    },
    write(data) {
      if (!response.headersSent) call.start();
      response.write(data);
    },
    chunk(chunk) {
      // In other APIs only errors have the same form: usage arrives with the end.
      if (encoder !== undefined && chunk['error'] === undefined) return;
      call.write(`data: ${JSON.stringify(chunk)}\n\n`);
    },
    delta(delta, more = {}) {
      if (encoder !== undefined)
        return writeEvents(
          encoder.delta(delta, typeof more['finish_reason'] === 'string' ? more['finish_reason'] : undefined),
        );
      call.chunk({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason: null, ...more }],
      });
    },
    finish(reason = 'stop', usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }) {
      if (encoder !== undefined) {
        writeEvents(encoder.finish(reason, usage));
        response.end();
        return;
      }
      call.delta({}, { finish_reason: reason });
      call.chunk({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices: [], usage });
      call.write('data: [DONE]\n\n');
      response.end();
    },
    reply(status, body, headers = {}) {
      if (typeof body === 'string') response.writeHead(status, headers).end(body);
      else sendJson(response, status, body, headers);
    },
    reset() {
      response.socket?.resetAndDestroy();
    },
    hangUp() {
      response.socket?.end();
    },
    async pause(ms) {
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    },
  };
  return call;
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
