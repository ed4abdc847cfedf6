// A raw HTTP client on its own connection that records every byte.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@org/engine';
import { SseParser, sseDone } from '@org/protocol/sse';
import type { TestService } from '../kit/start-service.js';
import type { RequestOutcome } from './request-outcome.js';
import type { FaultCase } from './bad-upstream.js';
import { messagesBody, responsesBody, type RequestForm } from './request-forms.js';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly at: number;
  /** Port of our end: the same for requests over the same connection. */
  readonly localPort: number;
}

interface Event {
  readonly type: string;
  readonly [member: string]: unknown;
}

export class RawClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #service: TestService;
  /** All received bytes. */
  received = '';

  constructor(service: TestService) {
    this.#service = service;
  }

  async ask(form: RequestForm, asked: FaultCase): Promise<RequestOutcome> {
    const path = form.dialect === 'messages' ? '/v1/messages' : '/v1/responses';
    const body = form.dialect === 'messages' ? messagesBody(form, asked) : responsesBody(form, asked);
    const reply = await this.#send('POST', path, { ...body, stream: form.stream }, asked.seen);
    if (reply.status !== 200) return refusal(form, reply);
    const ending = form.stream ? readStream(form, reply) : form.background ? await this.#poll(reply) : success(reply);
    return (await this.#isReused(reply))
      ? ending
      : { ...ending, problems: [...ending.problems, 'the connection was not reused for the next request'] };
  }

  /** The response as the store has it. */
  async retrieve(id: string): Promise<JsonObject> {
    return parse(await this.#send('GET', `/v1/responses/${id}`));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #poll(created: Reply): Promise<RequestOutcome> {
    const id = String(parse(created)['id']);
    for (;;) {
      const reply = await this.#send('GET', `/v1/responses/${id}`);
      const response = parse(reply);
      if (response['status'] === 'queued' || response['status'] === 'in_progress') {
        await pause(25);
        continue;
      }
      const message = (response['error'] as JsonObject | null)?.['message'];
      return {
        at: reply.at,
        by: response['status'] === 'completed' ? 'success' : 'state',
        status: reply.status,
        message: String(message ?? ''),
        text: '',
        response,
        problems: [],
      };
    }
  }

  /** Whether the same connection serves a healthy request. */
  async #isReused({ localPort }: Reply): Promise<boolean> {
    const next = await this.#send('POST', '/v1/responses', { model: 'm', input: 'Hi', store: false });
    return next.status === 200 && next.localPort === localPort && parse(next)['status'] === 'completed';
  }

  #send(method: string, path: string, body?: object, onData: () => void = () => undefined): Promise<Reply> {
    const content = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...this.#service.messagesHeaders,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest(this.#service.url + path, { method, headers, agent: this.#agent }, (response) => {
        const localPort = response.socket.localPort ?? 0;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          onData();
        });
        response.once('error', reject);
        response.once('end', () => {
          this.received += `${JSON.stringify(response.headers)}${text}`;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            at: performance.now(),
            localPort,
          });
        });
      });
      request.once('error', reject);
      request.end(content);
    });
  }
}

function parse({ text }: Reply): JsonObject {
  return JSON.parse(text) as JsonObject;
}

function refusal(form: RequestForm, reply: Reply): RequestOutcome {
  const body = parse(reply);
  const error = body['error'] as JsonObject;
  const keys = Object.keys(error).toSorted().join();
  const shape =
    form.dialect === 'messages'
      ? body['type'] === 'error' && /^(details,)?message,type$/.test(keys)
      : keys === 'code,message,param,type';
  const problems = [
    ...(shape ? [] : [`an error of the shape ${keys}`]),
    ...(reply.headers['request-id'] === undefined ? ['no request id'] : []),
  ];
  return { at: reply.at, by: 'status', status: reply.status, message: String(error['message']), text: '', problems };
}

function success(reply: Reply): RequestOutcome {
  return {
    at: reply.at,
    by: 'success',
    status: reply.status,
    message: '',
    text: reply.text,
    response: parse(reply),
    problems: [],
  };
}

const ends = new Set(['message_stop', 'error', 'response.completed', 'response.incomplete', 'response.failed']);

function readStream(form: RequestForm, reply: Reply): RequestOutcome {
  const problems: string[] = [];
  const data = new SseParser().push(reply.text).map((frame) => frame.data);
  if (!reply.text.endsWith('\n\n')) problems.push('a truncated frame');
  if (form.dialect === 'responses' && data.pop() !== sseDone) problems.push('no [DONE] at the end');
  const events = data.map((text) => JSON.parse(text) as Event);
  // An error event announces the failed response: one ending in two events.
  const count = events.filter(
    ({ type }, index) => ends.has(type) && !(type === 'error' && events[index + 1]?.type === 'response.failed'),
  ).length;
  const last = events.at(-1);
  if (count !== 1) problems.push(`${count} endings`);
  if (last === undefined || !ends.has(last.type)) problems.push(`an event after the end: ${last?.type}`);
  const response = last?.['response'] as JsonObject | undefined;
  const error = (response === undefined ? last?.['error'] : response['error']) as JsonObject | undefined;
  return {
    at: reply.at,
    by: last?.type === 'error' || last?.type === 'response.failed' ? 'event' : 'success',
    status: reply.status,
    message: String(error?.['message'] ?? ''),
    text: events.map(deltaText).join(''),
    ...(response === undefined ? {} : { response }),
    problems,
  };
}

function deltaText({ type, delta }: Event): string {
  if (
    typeof delta === 'string' &&
    /^response\.(output_text|reasoning_summary_text|function_call_arguments)\.delta$/.test(type)
  )
    return delta;
  if (type !== 'content_block_delta') return '';
  const { text, thinking, partial_json } = delta as Record<string, string | undefined>;
  return text ?? thinking ?? partial_json ?? '';
}
