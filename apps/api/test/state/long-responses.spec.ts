// Responses that the service writes in chunks, so that other requests do not wait: the bytes equal a single write.
import { buildResult, replay } from '@org/engine/testing';
import { openFrames } from '../kit/frames.js';
import { scriptedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

/** Longer than a chunk and than a log page, with characters of every UTF-8 length. */
const longText = 'a "long" text\n\u0001é漢😀 '.repeat(35_000);
const events = [...replay(buildResult([longText]), longText.length)];

interface RetrievedResponse {
  readonly id: string;
  readonly output: readonly { readonly content: readonly { readonly text: string }[] }[];
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...events) } });
});
afterAll(() => service.close());

const textOf = ({ output }: RetrievedResponse): string | undefined => output[0]?.content[0]?.text;
const ask = (more: object, headers?: Readonly<Record<string, string>>): Promise<Response> =>
  service.post('/v1/responses', { model: 'm', input: 'Speak.', ...more }, headers ?? service.responsesHeaders);
const get = (path: string): Promise<Response> =>
  fetch(`${service.url}/v1/responses/${path}`, { headers: service.responsesHeaders });

/** Returns the received frames of a stream and the response in the last of them. */
async function streamed(response: Response): Promise<{ readonly frames: string; readonly last: RetrievedResponse }> {
  const frames = await response.text();
  return { frames, last: (eventsIn(frames).at(-1) as { readonly response: RetrievedResponse }).response };
}

function eventsIn(frames: string): readonly unknown[] {
  const data = frames.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]');
  return data.map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
}

describe('a long response', () => {
  it('is the same as JSON, as a stream, and when it is read again', async () => {
    const made = await ask({});
    const body = await made.text();
    expect(Number(made.headers.get('content-length'))).toBe(Buffer.byteLength(body));
    expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const response = JSON.parse(body) as RetrievedResponse;
    expect(textOf(response) === longText).toBe(true);
    expect((await (await get(response.id)).text()) === body).toBe(true);
    expect(textOf((await streamed(await ask({ stream: true }))).last) === longText).toBe(true);
    const { frames, last } = await streamed(await get(`${response.id}?stream=true`));
    expect(JSON.stringify(last) === body).toBe(true);
    expect(frames.endsWith('\n\ndata: [DONE]\n\n')).toBe(true);
  });

  it('is the same as a message', async () => {
    const asked = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Speak.' }] };
    const message = (await (await service.post('/v1/messages', asked, service.messagesHeaders)).json()) as {
      content: unknown;
    };
    expect(message.content).toEqual([{ type: 'text', text: longText }]);
    const response = await service.post('/v1/messages', { ...asked, stream: true }, service.messagesHeaders);
    const deltas = eventsIn(await response.text()) as readonly { readonly delta?: { readonly text?: string } }[];
    expect(deltas.map(({ delta }) => delta?.text ?? '').join('') === longText).toBe(true);
  });

  it('of the background is logged and read again to the byte', async () => {
    const { frames, last } = await streamed(await ask({ background: true, stream: true }));
    expect(textOf(last) === longText).toBe(true);
    expect((await (await get(`${last.id}?stream=true`)).text()) === frames).toBe(true);
    expect((await (await get(last.id)).text()) === JSON.stringify(last)).toBe(true);
  });

  it('is stored under an idempotency key, as JSON and as a stream', async () => {
    for (const stream of [false, true]) {
      const headers = { ...service.responsesHeaders, 'idempotency-key': `long ${String(stream)}` };
      const [first, again] = [
        await (await ask({ stream, store: false }, headers)).text(),
        await ask({ stream, store: false }, headers),
      ];
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect((await again.text()) === first).toBe(true);
    }
  });

  it('is the same over WebSocket, parallel to another response on its connection', async () => {
    const client = await openFrames(service.url, service.responsesHeaders);
    const create = (name: string): object => ({
      type: 'response.create',
      model: 'm',
      store: false,
      input: 'Speak.',
      stream_id: name,
    });
    client.send(create('one'));
    await client.ask(create('two'));
    while (client.frames.filter(({ type }) => type === 'response.completed').length < 2)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const name of ['one', 'two']) {
      const own = client.frames.filter(({ stream_id }) => stream_id === name);
      expect(own.map((frame) => frame['sequence_number'])).toEqual(own.map((_, index) => index));
      expect(textOf(own.at(-1)?.['response'] as RetrievedResponse) === longText).toBe(true);
    }
    client.socket.terminate();
  });
});

describe('a long item', () => {
  it('is serialized in chunks for every route that returns it', async () => {
    const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: longText }] };
    const conversation = (await (
      await service.post('/v1/conversations', { items: [item] }, service.responsesHeaders)
    ).json()) as { id: string };
    const { id } = (await (await ask({ input: longText })).json()) as { id: string };
    const items = `${service.url}/v1/conversations/${conversation.id}/items`;
    const read = async (url: string): Promise<string> =>
      await (await fetch(url, { headers: service.responsesHeaders })).text();
    const page = JSON.parse(await read(items)) as { data: readonly { id: string }[] };
    const expected = JSON.stringify(longText);
    const serialize = jest.spyOn(JSON, 'stringify');
    for (const url of [items, `${items}/${page.data[0]?.id}`, `${service.url}/v1/responses/${id}/input_items`])
      expect((await read(url)).includes(expected)).toBe(true);
    const lengths = serialize.mock.results.map(({ value }) => (typeof value === 'string' ? value.length : 0));
    serialize.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(longText.length / 4);
  });
});
