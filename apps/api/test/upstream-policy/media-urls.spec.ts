// URLs of media under each value of `upstreamPolicy.mediaUrls`, for upstreams of the client's API and of others.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startPolicedService, type PolicedService } from './policed-service.js';

type Json = Readonly<Record<string, unknown>>;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let site: Server;
let port: number;
let policed: PolicedService;
beforeAll(async () => {
  site = createServer(
    (request, response) => void (request.url === '/gone' ? response.writeHead(404).end() : response.end(png)),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  ({ port } = site.address() as AddressInfo);
  policed = await startPolicedService(
    (baseUrl) => `
  - { name: fetch-r, provider: { kind: responses, baseUrl: ${baseUrl} }, upstreamPolicy: { mediaUrls: fetch } }
  - { name: fetch-m, provider: { kind: messages, baseUrl: ${baseUrl} }, upstreamPolicy: { mediaUrls: fetch } }
  - { name: no-urls, provider: { kind: chat-completions, baseUrl: ${baseUrl}/v1, profile: vllm }, upstreamPolicy: { mediaUrls: reject } }
media: { fetch: true, ports: [${port}] }
`,
    { network: { policy: (address) => address === '127.0.0.1' } },
  );
});
afterAll(async () => {
  await policed.close();
  site.close();
});

const url = (path: string): string => `http://127.0.0.1:${port}${path}`;
const sent = (): string => policed.upstream.requests.at(-1)?.text ?? '';

async function ask(path: string, body: Json): Promise<{ readonly status: number; readonly payload: Json }> {
  const response = await policed.service.post(path, body);
  return { status: response.status, payload: (await response.json()) as Json };
}
const asResponses = (model: string, imageUrl: string): Json => ({
  model,
  input: [{ role: 'user', content: [{ type: 'input_image', image_url: imageUrl }] }],
});
const asMessages = (model: string, imageUrl: string): Json => ({
  model,
  max_tokens: 9,
  messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: imageUrl } }] }],
});

describe('mediaUrls: fetch', () => {
  it.each([
    ['/v1/responses', asResponses('fetch-r', '')],
    ['/v1/messages', asMessages('fetch-m', '')],
  ])('sends the bytes to an upstream of %s', async (path, { model }) => {
    const body = path === '/v1/messages' ? asMessages(String(model), url('/a')) : asResponses(String(model), url('/a'));
    expect((await ask(path, body)).status).toBe(200);
    expect(sent()).toContain(png.toString('base64'));
    expect(sent()).not.toContain(url('/a'));
  });

  it('fails with the path of a URL that cannot be fetched', async () => {
    const { status, payload } = await ask('/v1/responses', asResponses('fetch-r', url('/gone')));
    expect({ status, payload }).toMatchObject({
      status: 400,
      payload: { error: { param: 'input.0.content.0.image_url' } },
    });
  });

  it('counts without the URL', async () => {
    expect((await ask('/v1/responses/input_tokens', asResponses('fetch-r', url('/a')))).status).toBe(200);
    expect(sent()).not.toContain(url('/a'));
  });

  it('leaves out what the service does not fetch, such as a screenshot by URL', async () => {
    const call = {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'c_1',
      status: 'completed',
      actions: [],
      pending_safety_checks: [],
    };
    const output = {
      type: 'computer_call_output',
      call_id: 'c_1',
      output: { type: 'computer_screenshot', image_url: url('/a') },
    };
    await ask('/v1/responses', { model: 'fetch-r', input: [call, output] });
    expect(sent()).not.toContain(url('/a'));
  });
});

describe('mediaUrls: public', () => {
  it('passes a public URL on to an upstream of the same API, and fetches it for others where media.fetch is on', async () => {
    await ask('/v1/responses', asResponses('r', url('/a')));
    expect(sent()).toContain(url('/a'));
    await ask('/v1/responses', asResponses('c', url('/a')));
    expect(sent()).toContain(png.toString('base64'));
  });
});

describe('mediaUrls: reject', () => {
  it('rejects URLs, and leaves those of earlier turns out', async () => {
    const { status, payload } = await ask('/v1/responses', asResponses('no-urls', url('/a')));
    expect({ status, payload }).toMatchObject({
      status: 400,
      payload: { error: { param: 'input.0.content.0.image_url' } },
    });
    const first = await ask('/v1/responses', asResponses('r', url('/a')));
    const second = await ask('/v1/responses', {
      model: 'no-urls',
      input: 'And?',
      previous_response_id: first.payload['id'],
    });
    expect(second).toMatchObject({ status: 200 });
    expect(policed.upstream.requests.at(-1)?.path).toContain('chat/completions');
    expect(sent()).not.toContain(url('/a'));
    expect(sent()).toContain('not available to the model');
  });
});
