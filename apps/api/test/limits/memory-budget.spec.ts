import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { LimitSettings } from '#src/config/service-file.js';
import { MemoryBudget } from '#src/limits/memory-budget.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { ResponseSockets } from '#src/websocket/response-sockets.js';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { openPost, postText } from '../kit/raw-request.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
const sockets: Socket[] = [];
beforeAll(async () => {
  service = await startTestService({
    models: { m: scriptedModel(...textResponse('Hello.')), slow: hangingModel(textResponse('Hello.').slice(0, 3)) },
    config: { limits: Object.assign(new LimitSettings(), { maxMemoryBytes: 12_000_000, maxQueueSeconds: 0 }) },
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await eventually(async () => (await statusOf(large())) === 200);
  // A request returns its memory after its client has received the end.
  await eventually(() => service.app.get(MemoryBudget).usedBytes === 0);
});
afterAll(() => service.close());

const message = (text: string, model = 'm'): object => ({
  model,
  max_tokens: 100,
  messages: [{ role: 'user', content: text }],
});
const large = (headers: Readonly<Record<string, string>> = service.messagesHeaders): Promise<Response> =>
  service.post('/v1/messages', message('x'.repeat(450_000)), headers);
const bob = { authorization: `Bearer ${otherKey}`, 'anthropic-version': '2023-06-01' };

async function statusOf(reply: Promise<Response>): Promise<number> {
  const { status, body } = await reply;
  await body?.cancel();
  return status;
}

/** Opens a connection on which only `text` is sent. */
function opened(text: string, url = service.url): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(text);
  sockets.push(socket);
  return socket;
}

/** A WebSocket on which `bytes` were sent of a frame that has more. */
async function openedFrame(bytes: number): Promise<Socket> {
  const socket = opened(
    `GET /v1/responses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(30_000_000, 6);
  socket.write(Buffer.concat([head, Buffer.alloc(bytes, 0x20)]));
  return socket;
}

/** Checks other requests while a large request of the key's owner is rejected. */
async function whileFull(): Promise<object> {
  // Another request at that moment would take what this one needs.
  await eventually(() => service.app.get(MemoryBudget).usedBytes > 2_000_000);
  await eventually(async () => (await statusOf(large())) === 529);
  const refused = await large();
  return {
    retryAfter: refused.headers.get('retry-after'),
    body: await refused.json(),
    small: await statusOf(service.post('/v1/messages', message('Hi'), service.messagesHeaders)),
    bob: await statusOf(large(bob)),
  };
}
const full = {
  retryAfter: '1',
  body: expect.objectContaining({
    error: { type: 'overloaded_error', message: 'Too many large requests are in progress.' },
  }),
  small: 200,
  bob: 200,
};

describe('memory of what the store returns', () => {
  it('counts for the request that refers to it, until its client disconnects', async () => {
    const budget = service.app.get(MemoryBudget);
    const text = 'x'.repeat(900_000);
    const items = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }];
    const created = await service.post('/v1/conversations', {});
    const { id } = (await created.json()) as { readonly id: string };
    const added = await service.post(`/v1/conversations/${id}/items`, { items });
    const { data } = (await added.json()) as { readonly data: readonly { readonly id: string }[] };
    await eventually(() => budget.usedBytes === 0);

    const body = JSON.stringify({ model: 'slow', input: [{ type: 'item_reference', id: data[0]?.id }], stream: true });
    const head = `POST /v1/responses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\ncontent-type: application/json\r\n`;
    const socket = opened(`${head}content-length: ${body.length}\r\n\r\n`);
    // The body arrives by itself, and not within what the headers started.
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(body);
    await eventually(() => budget.usedBytes >= 3 * text.length);
    expect(budget.usedBytes).toBeLessThan(4 * text.length);
    socket.destroy();
    await eventually(() => budget.usedBytes === 0);
  });
});

describe('the MemoryBudget', () => {
  it('is reserved for an announced body, from its owner alone', async () => {
    opened(
      postText(service.url, '/v1/messages', service.messagesHeaders, message('x'.repeat(800_000))).slice(0, -1000),
    );
    expect(await whileFull()).toEqual(full);
  });

  it('is reserved for a body of unknown length as it arrives', async () => {
    const head = postText(
      service.url,
      '/v1/messages',
      { ...service.messagesHeaders, 'transfer-encoding': 'chunked' },
      '',
    )
      .replace(/content-length: \d+\r\n/, '')
      .split('\r\n\r\n')[0];
    opened(`${head}\r\n\r\n${(800_000).toString(16)}\r\n${' '.repeat(800_000)}\r\n`);
    expect(await whileFull()).toEqual(full);
  });

  it('aborts the body of unknown length that exceeds it', async () => {
    const body = new ReadableStream({
      start: (control) =>
        [...Array.from({ length: 20 }, () => new Uint8Array(100_000).fill(0x20))].forEach((chunk) =>
          control.enqueue(chunk),
        ),
    });
    const reply = await fetch(`${service.url}/v1/messages`, {
      method: 'POST',
      headers: { ...service.messagesHeaders, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(reply.status).toBe(529);
    await reply.body?.cancel();
  });

  it('is reserved for the values of a short body, of which each takes more than its bytes', async () => {
    const text = JSON.stringify({ ...message('Hi', 'slow'), tools: [] });
    const enumeration = '1,'.repeat(17_000) + '1';
    const tool = `{"name":"f","input_schema":{"type":"object","properties":{"a":{"enum":[${enumeration}]}}}}`;
    const body = text.replace('"tools":[]', `"tools":[${tool}]`);
    opened(postText(service.url, '/v1/messages', service.messagesHeaders, JSON.parse(body) as object));
    await eventually(() => service.app.get(MemoryBudget).usedBytes >= 17_000 * 200);
    expect(await whileFull()).toEqual(full);
  });

  it('is held until the response ends', async () => {
    sockets.push(openPost(service.url, '/v1/messages', service.messagesHeaders, message('x'.repeat(950_000), 'slow')));
    expect(await whileFull()).toEqual(full);
  });

  it('is not taken for a client that disconnected while its body was decompressed', async () => {
    const wide = await startTestService({
      models: { m: scriptedModel(...textResponse('Hello.')) },
      config: { limits: Object.assign(new LimitSettings(), { maxMemoryBytes: 40_000_000, maxQueueSeconds: 0 }) },
    });
    try {
      const open = wide.app.get(ActiveRequests);
      // Small in transit and slow to decompress: two of them exceed the budget.
      const packed = gzipSync(`${JSON.stringify(message('Hi'))}${' '.repeat(1_000_000)}`);
      const headers = { ...wide.messagesHeaders, 'content-encoding': 'gzip', 'content-length': String(packed.length) };
      const socket = opened(postText(wide.url, '/v1/messages', headers, '').slice(0, -'""'.length), wide.url);
      socket.write(packed);
      await eventually(() => [...open].some(({ principal }) => principal !== undefined));
      socket.destroy();
      expect(await statusOf(wide.post('/v1/messages', packed, headers))).toBe(200);
    } finally {
      await wide.close();
    }
  });

  it('is reserved for the incomplete frame of a WebSocket, up to its limit', async () => {
    const socket = await openedFrame(800_000);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    expect(await whileFull()).toEqual(full);
    socket.write(Buffer.alloc(400_000, 0x20));
    await closed;
  });

  it('is given back by a WebSocket that is closed in the middle of a frame', async () => {
    const socket = await openedFrame(800_000);
    await eventually(async () => (await statusOf(large())) === 529);
    socket.destroy();
    await eventually(() => service.app.get(ResponseSockets).count === 0);
    expect(await statusOf(large())).toBe(200);
  });

  it('is reserved for the values of a frame of a WebSocket', async () => {
    const client = await openFrames(service.url, service.responsesHeaders);
    const budget = service.app.get(MemoryBudget);
    const schema = { type: 'object', properties: { a: { enum: Array.from({ length: 5_000 }, () => 1) } } };
    client.send({
      type: 'response.create',
      model: 'slow',
      input: 'Hi',
      tools: [{ type: 'function', name: 'f', strict: false, parameters: schema }],
    });
    await eventually(() => budget.usedBytes > 0);
    expect(budget.usedBytes).toBeGreaterThan(5_000 * 600);
    client.socket.terminate();
  });

  it('is held by queued frames of a WebSocket until they start or it closes', async () => {
    const { send, socket } = await openFrames(service.url, service.responsesHeaders);
    send({ type: 'response.create', model: 'slow', store: false, input: 'Hi' });
    send({ type: 'response.create', model: 'm', store: false, input: 'x'.repeat(950_000) });
    expect(await whileFull()).toEqual(full);
    socket.terminate();
    await eventually(async () => (await statusOf(large())) === 200);
  });
});
