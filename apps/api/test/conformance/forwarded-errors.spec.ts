// Errors about the client's request: the official SDKs throw the same through the service as straight at the upstream.
import Anthropic, { APIError as AnthropicError } from '@anthropic-ai/sdk';
import type { JsonObject } from '@org/engine';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI, { APIError as OpenAIError } from 'openai';
import { MessagesSettings } from '#src/config/providers/messages-settings.js';
import { ResponsesSettings } from '#src/config/providers/responses-settings.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const keyVariable = 'TEST_FORWARDED_KEY';
const upstreamKey = 'CANARY-KEY-4711';
const gatewayHeader = 'CANARY-HEADER-4711';

let upstream: Server;
let origin: string;
let service: TestService;
/** What the upstream responds to every request. */
let reply: { readonly status: number; readonly body: JsonObject; readonly headers?: Readonly<Record<string, string>> };

beforeAll(async () => {
  upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      const { status, body, headers = {} } = reply;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  process.env[keyVariable] = upstreamKey;
  const shared = { baseUrl: origin, apiKeyEnv: keyVariable, headers: { 'x-gateway': gatewayHeader }, retries: 0 };
  const messages = (more: object = {}): MessagesSettings =>
    Object.assign(new MessagesSettings(), { kind: 'messages' as const, ...shared, ...more });
  service = await startTestService({
    config: {
      models: [
        { name: 'm-*', provider: messages() },
        { name: 'h-*', provider: messages({ upstreamMessages: 'hide' }) },
        { name: 'r-*', provider: Object.assign(new ResponsesSettings(), { kind: 'responses' as const, ...shared }) },
      ],
    },
  });
  delete process.env[keyVariable];
});
afterAll(async () => {
  await service.close();
  upstream.closeAllConnections();
  upstream.close();
});

const viaAnthropic = async (baseURL: string, apiKey: string, model = 'm-x'): Promise<unknown> =>
  await new Anthropic({ baseURL, apiKey, maxRetries: 0 }).messages
    .create({ model, max_tokens: 100, messages: [{ role: 'user', content: [{ type: 'text', text: 'file_011abc' }] }] })
    .catch((error: unknown) => error);
const viaOpenAI = async (baseURL: string, apiKey: string): Promise<unknown> =>
  await new OpenAI({ baseURL: `${baseURL}/v1`, apiKey, maxRetries: 0 }).responses
    .create({ model: 'r-x', input: 'resp_011abc', store: false })
    .catch((error: unknown) => error);

/** What programs act on. Request ids differ. */
function viewOf(thrown: unknown): object {
  if (!(thrown instanceof AnthropicError) && !(thrown instanceof OpenAIError)) throw thrown;
  const { status, headers, type } = thrown;
  const error = thrown.error as JsonObject | undefined;
  return {
    name: thrown.constructor.name,
    status,
    type,
    error: error?.['error'] ?? error,
    shouldRetry: headers?.get('x-should-retry'),
    retryAfter: headers?.get('retry-after'),
    limits: headers?.get('anthropic-ratelimit-requests-remaining') ?? headers?.get('x-ratelimit-remaining-tokens'),
  };
}

const messagesError = (type: string, message: string, details?: JsonObject): JsonObject => ({
  type: 'error',
  error: { type, message, ...(details !== undefined && { details }) },
});
const invalid = 'invalid_request_error';

describe('@anthropic-ai/sdk', () => {
  it.each<[string, typeof reply]>([
    [
      'a picture that is too large',
      {
        status: 400,
        body: messagesError(invalid, 'messages.2.content.1: the longest side of an image is larger than 8000 pixels', {
          error_code: 'image_dimensions_too_large',
          max_side_length_pixels: 8000,
          paths: ['messages.2.content.1'],
        }),
      },
    ],
    [
      'two tools of one name',
      { status: 400, body: messagesError(invalid, 'tools: no', { error_code: 'tool_name_conflict', names: ['a'] }) },
    ],
    ['a rejected field', { status: 400, body: messagesError(invalid, 'temperature: range: 0..1') }],
    ['a file that is gone', { status: 404, body: messagesError('not_found_error', 'file_011abc: not found') }],
    [
      'a conflict',
      { status: 409, body: messagesError('conflict_error', 'busy'), headers: { 'x-should-retry': 'true' } },
    ],
    ['a body that is too large', { status: 413, body: messagesError('request_too_large', 'Request exceeds 32 MB') }],
    ['another status', { status: 422, body: messagesError(invalid, 'unprocessable') }],
  ])('throws the same as straight at the upstream: %s', async (_, scripted) => {
    reply = scripted;
    expect(viewOf(await viaAnthropic(service.url, service.key))).toEqual(viewOf(await viaAnthropic(origin, 'none')));
  });

  it('does not wait for a plan limit that ends tomorrow', async () => {
    reply = {
      status: 429,
      body: messagesError('rate_limit_error', "This request would exceed your account's rate limit."),
      headers: {
        'retry-after': '124633',
        'x-should-retry': 'false',
        'anthropic-ratelimit-requests-remaining': '0',
      },
    };
    const { error: _, ...through } = viewOf(await viaAnthropic(service.url, service.key)) as JsonObject;
    const { error: __, ...straight } = viewOf(await viaAnthropic(origin, 'none')) as JsonObject;
    expect(through).toEqual(straight);
  });

  it('throws our message with the token when the upstream’s is hidden', async () => {
    reply = { status: 400, body: messagesError(invalid, 'messages.0.content.0: image exceeds 5 MB maximum') };
    expect(viewOf(await viaAnthropic(service.url, service.key, 'h-x'))).toMatchObject({
      status: 400,
      error: {
        type: invalid,
        message: 'The upstream cannot read an image or a file of this request. (capability_rejected: image_block)',
      },
    });
  });
});

describe('openai', () => {
  const responsesError = (code: string | null, param: string | null, message: string): JsonObject => ({
    error: { message, type: invalid, param, code },
  });

  it.each<[string, typeof reply]>([
    ['an unsupported value', { status: 400, body: responsesError('unsupported_value', 'input[0]', 'input[0]: no') }],
    ['an unknown id', { status: 404, body: responsesError('not_found', null, "No item 'resp_011abc'.") }],
    ['no code', { status: 422, body: responsesError(null, null, 'no') }],
  ])('throws the same as straight at the upstream: %s', async (_, scripted) => {
    reply = scripted;
    expect(viewOf(await viaOpenAI(service.url, service.key))).toEqual(viewOf(await viaOpenAI(origin, 'none')));
  });
});

describe('no byte of a response, and no line of the log', () => {
  it.each(['m-x', 'h-x', 'r-x'])('has the key, the header or the address of the upstream: %s', async (model) => {
    const secrets = [upstreamKey, gatewayHeader, new URL(origin).host];
    const text = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64')]).join(' ');
    reply = {
      status: 400,
      body: {
        type: 'error',
        error: { type: text, code: text, param: text, message: `WORDS ${text}`, details: { error_code: text, text } },
      },
      headers: { 'x-ratelimit-key': upstreamKey, 'x-gateway': gatewayHeader },
    };
    for (const stream of [false, true]) {
      const response =
        model === 'r-x'
          ? await service.post('/v1/responses', { model, input: 'q', stream })
          : await service.post('/v1/messages', {
              model,
              stream,
              max_tokens: 9,
              messages: [{ role: 'user', content: 'q' }],
            });
      const received = `${JSON.stringify([...response.headers])}${await response.text()}`;
      expect(secrets.filter((secret) => received.includes(secret))).toEqual([]);
      expect(secrets.filter((secret) => received.includes(Buffer.from(secret).toString('base64')))).toEqual([]);
      expect(received.includes('WORDS')).toBe(model !== 'h-x');
    }
    const log = JSON.stringify(service.log);
    expect([...secrets, 'WORDS'].filter((secret) => log.includes(secret))).toEqual([]);
  });
});
