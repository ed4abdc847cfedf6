import { createScriptedModel } from '@org/engine/testing';
import { request as httpRequest } from 'node:http';
import type { ServiceConfig } from '#src/config/service-config.js';
import { openFrames, rejectedUpgrade, type FrameClient } from '../kit/frames.js';
import { rawRequest } from '../kit/raw-request.js';
import { textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
const clients: FrameClient[] = [];
beforeAll(async () => {
  service = await startTestService({
    models: { m: createScriptedModel({ id: 'm', script: textResponse('Hello.') }) },
  });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate();
});
afterAll(() => service.close());

const good = { type: 'response.create', model: 'm', store: false, input: 'Hi' };
const upgrade = 'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

async function connect(
  protocols: string[] = [],
  headers: Readonly<Record<string, string>> = service.responsesHeaders,
): Promise<FrameClient> {
  const client = await openFrames(service.url, headers, { protocols });
  clients.push(client);
  return client;
}

describe('an upgrade', () => {
  it.each([
    ['without a key', {}],
    ['with a key that opens nothing', { authorization: 'Bearer wrong-key-of-nobody' }],
    ['with another scheme', { authorization: 'Basic YTpi' }],
  ])('rejects %s in the error shape of the dialect', async (_, headers) => {
    const refusal = await rejectedUpgrade(service.url, headers);
    expect(refusal.status).toBe(401);
    expect(refusal.body).toMatchObject({
      error: { type: 'authentication_error', code: 'invalid_api_key', param: null },
    });
    expect(refusal.headers['x-request-id']).toMatch(/^req_/);
  });

  it.each([
    ['alone', ['openai-insecure-api-key.KEY']],
    ['with another protocol', ['realtime', 'openai-insecure-api-key.KEY']],
  ])('takes the key as a sub-protocol, %s', async (_, protocols) => {
    const client = await connect(
      protocols.map((protocol) => protocol.replace('KEY', service.key)),
      {},
    );
    expect(client.socket.protocol).toBe(protocols.length === 1 ? `openai-insecure-api-key.${service.key}` : 'realtime');
    expect((await client.ask(good)).type).toBe('response.completed');
  });

  it('with an invalid key as a subprotocol is rejected', async () => {
    expect((await rejectedUpgrade(service.url, {}, '/v1/responses', ['openai-insecure-api-key.wrong'])).status).toBe(
      401,
    );
  });

  it('on a path without WebSocket is handled like any other request', async () => {
    expect((await rejectedUpgrade(service.url, service.responsesHeaders, '/v1/nothing')).status).toBe(404);
    expect((await rejectedUpgrade(service.url, service.messagesHeaders, '/v1/messages')).status).toBe(405);
  });

  it('of another version is rejected', async () => {
    const reply = await rawRequest(
      service.url,
      `GET /v1/responses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\n${upgrade}sec-websocket-version: 12\r\n\r\n`,
    );
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('to another protocol is ignored', async () => {
    const reply = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(
        `${service.url}/v1/models`,
        {
          headers: {
            ...service.responsesHeaders,
            upgrade: 'h2c',
            connection: 'upgrade, http2-settings',
            'http2-settings': 'AAMAAABkAAQAAP__',
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.on('error', reject);
      request.end();
    });
    expect(reply).toBe(200);
  });

  it('is never compressed, though the client offers it', async () => {
    expect((await connect()).socket.extensions).toBe('');
  });

  it('is required by the error of a plain GET', async () => {
    const reply = await fetch(`${service.url}/v1/responses`, { headers: service.responsesHeaders });
    expect([reply.status, reply.headers.get('upgrade')]).toEqual([426, 'websocket']);
    expect(await reply.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect((await fetch(`${service.url}/v1/responses`)).status).toBe(401);
  });
});

describe('a frame', () => {
  it.each([
    ['that is not JSON', '{"type":', /not valid JSON/, 'invalid_json'],
    ['that is empty', '', /empty/, 'invalid_json'],
    ['that is no object', '[]', /one JSON object/, 'invalid_type'],
    ['that is binary', new Uint8Array([1, 2, 3]), /binary/, 'invalid_json'],
    ['of an unknown type', { type: 'response.invent' }, /type: must be one of/, 'unsupported_event_type'],
    ['without a type', { model: 'm' }, /type: must be one of/, 'unsupported_event_type'],
    ['with a wrong field', { ...good, temperature: 'hot' }, /temperature/, 'invalid_type'],
    ['with a generate that is no boolean', { ...good, generate: 1 }, /generate: must be a boolean/, 'invalid_type'],
    [
      'with a stream_id that is no string',
      { ...good, stream_id: 1 },
      /stream_id: must be 1 to 256 letters/,
      'invalid_stream_id',
    ],
    ['that asks for the background', { ...good, background: true }, /background/, 'unsupported_parameter'],
    [
      'that nests too deep',
      `{"type":"response.create","input":${'['.repeat(1000)}${']'.repeat(1000)}}`,
      /deeper than 128/,
      'invalid_json',
    ],
    [
      'with too many values',
      `{"type":"response.create","input":[${'1,'.repeat(200_001)}1]}`,
      /more than 200000 values/,
      'invalid_json',
    ],
  ])('rejects %s with a code, and the connection continues', async (_, frame, message, code) => {
    const client = await connect();
    expect(await client.ask(frame)).toMatchObject({
      type: 'error',
      status: 400,
      error: { type: 'invalid_request_error', code, message: expect.stringMatching(message) as string },
    });
    expect((await client.ask(good)).type).toBe('response.completed');
  });

  it.each([
    ['of an unknown type', { type: 'response.invent' }],
    ['with a generate that is no boolean', { ...good, generate: 1 }],
    ['that asks for the background', { ...good, background: true }],
    ['that steers without an input', { type: 'response.steer' }],
  ])('rejects %s on its own stream', async (_, frame) => {
    const client = await connect();
    expect(await client.ask({ ...frame, stream_id: 'S' })).toMatchObject({
      type: 'error',
      stream_id: 'S',
      status: 400,
    });
  });

  it.each([1, '', 'x'.repeat(257), 'two words', 'a/b'])(
    'that names a stream %j is rejected without a stream',
    async (streamId) => {
      const refusal = await (await connect()).ask({ ...good, stream_id: streamId });
      expect(refusal).toMatchObject({
        type: 'error',
        status: 400,
        error: { code: 'invalid_stream_id', param: 'stream_id' },
      });
      expect(refusal).not.toHaveProperty('stream_id');
    },
  );

  it('that is larger than a body may be ends the connection with 1009', async () => {
    const small = await startTestService({
      models: { m: createScriptedModel({ id: 'm', script: textResponse('Hello.') }) },
      config: { limits: { ...(await limitsOf()), maxBodyBytes: 2048 } },
    });
    const client = await openFrames(small.url, small.responsesHeaders);
    client.send({ ...good, input: 'x'.repeat(3000) });
    expect(await client.closed).toBe(1009);
    await small.close();
  });

  it('that is not UTF-8 ends the connection with 1007', async () => {
    const client = await connect();
    client.socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    expect(await client.closed).toBe(1007);
  });

  it('never shows its content in the log', async () => {
    const client = await connect();
    await client.ask({ ...good, input: 'a secret of mine', temperature: 99 });
    expect(JSON.stringify(service.log)).not.toContain('a secret of mine');
  });
});

async function limitsOf(): Promise<ServiceConfig['limits']> {
  const { LimitSettings } = await import('#src/config/service-file.js');
  return new LimitSettings();
}
