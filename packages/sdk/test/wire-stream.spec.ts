import { loadCorpus } from '@org/protocol/corpus';
import { ApiError, ModelResponseClient, StreamError } from '#src/index.js';
import { listen, sendEvents, type Loopback } from './loopback.js';

const messages = loadCorpus('messages').filter((example) => 'response' in example);
const responses = loadCorpus('responses').filter((example) => 'response' in example);
const params = { model: 'm', max_tokens: 8, messages: [{ role: 'user' as const, content: 'hi' }] };

let server: Loopback;
afterEach(() => server.close());

function client(): ModelResponseClient {
  return new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
}

function wire<Event>(events: readonly Event[]): { type: string }[] {
  return events as unknown as { type: string }[];
}

describe('a stream', () => {
  it('adds up to the answer of every messages case', async () => {
    for (const example of messages) {
      server = await listen((response) => {
        sendEvents(response, wire(example.events));
        response.end();
      });
      expect(await client().messages.stream(params).final()).toEqual(example.response);
      await server.close();
    }
  });

  it('adds up to the answer of every responses case', async () => {
    for (const example of responses) {
      server = await listen((response) => {
        sendEvents(response, wire(example.events));
        response.end('data: [DONE]\n\n');
      });
      expect(await client().responses.stream({ model: 'm', input: 'hi' }).final()).toEqual(example.response);
      await server.close();
    }
  });

  it('that is cut is an error, never a shorter answer', async () => {
    const [example] = messages;
    server = await listen((response) => {
      sendEvents(response, wire(example?.events.slice(0, -1) ?? []));
      response.end();
    });
    await expect(client().messages.stream(params).final()).rejects.toBeInstanceOf(StreamError);
  });

  it('that the service fails ends with what the service says', async () => {
    server = await listen((response) => {
      sendEvents(response, wire(messages[0]?.events.slice(0, 2) ?? []));
      sendEvents(response, [{ type: 'error', error: { type: 'overloaded_error', message: 'Too much to do.' } } as { type: string }]);
      response.end();
    });
    const error = await client().messages.stream(params).final().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ type: 'overloaded_error', message: 'Too much to do.' });
  });

  it('that is left early closes the connection', async () => {
    server = await listen((response) => sendEvents(response, wire(messages[0]?.events.slice(0, 3) ?? [])));
    const stream = client().messages.stream(params);
    for await (const event of stream) {
      expect(event.type).toBe('message_start');
      break;
    }
    await server.left;
    await expect(stream.final()).rejects.toBeInstanceOf(StreamError);
  });

  it('can be aborted from outside', async () => {
    server = await listen((response) => sendEvents(response, wire(messages[0]?.events.slice(0, 3) ?? [])));
    const stream = client().messages.stream(params);
    setTimeout(() => stream.abort(), 50);
    await expect(stream.final()).rejects.toMatchObject({ name: 'AbortError' });
    await server.left;
  });
});
