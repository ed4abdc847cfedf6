// The client's results without failures.
import { toInputItems, tool, ResponsesConnection, getOutputText } from '@org/sdk';
import { MessageGrammar, messageStreamEventSchema } from '@org/protocol/messages';
import { accumulateMessages } from '@org/protocol/messages/client';
import { readMessageStreamEventSchema } from '@org/protocol/messages/read';
import { ResponseGrammar, responseStreamEventSchema } from '@org/protocol/responses';
import { accumulateResponses } from '@org/protocol/responses/client';
import { readResponseStreamEventSchema } from '@org/protocol/responses/read';
import { readSse, sseDone } from '@org/protocol/sse';
import { failureOf, assertTrue, marker, same } from './expect.mjs';

const hello = 'Hello, Grüße 🌍.';
const user = (content) => ({ max_tokens: 64, messages: [{ role: 'user', content }] });

export const responses = {
  async 'the service creates a message and a response'({ client }) {
    same(getOutputText(await client.messages.create({ model: 'quick', ...user('Hi') })), hello);
    same(getOutputText(await client.responses.create({ model: 'quick', input: 'Hi' })), hello);
  },
  async 'a stream arrives in chunks, and adds up to the response'({ client }) {
    for (const stream of [
      client.messages.stream({ model: 'slow', ...user('Go') }),
      client.responses.stream({ model: 'slow', input: 'Go' }),
    ]) {
      const times = [];
      for await (const event of stream) if (/delta$/.test(event.type)) times.push(Date.now());
      const last = getOutputText(await ('finalMessage' in stream ? stream.finalMessage() : stream.finalResponse()));
      assertTrue(last.startsWith('word0 ') && last.includes('word59'), 'all words arrived');
      assertTrue(
        times.at(-1) - times[0] > 1_000,
        `events arrived while the model generated them (within ${times.at(-1) - times[0]} ms)`,
      );
    }
  },
  async 'tools run, and the model gets their results'({ client }) {
    const weather = tool({
      name: 'get_weather',
      parameters: { type: 'object' },
      parse: ({ location }) => String(location),
      run: (place) => ({ place, degrees: 21 }),
    });
    const expected = 'Seen: {"place":"Paris","degrees":21}';
    assertTrue(
      getOutputText(
        await client.messages.runTools({ model: 'caller', ...user('Weather?') }, [weather]).finalMessage(),
      ).startsWith(expected),
      'the message contains the result',
    );
    assertTrue(
      getOutputText(
        await client.responses.runTools({ model: 'caller', input: 'Weather?' }, [weather]).finalResponse(),
      ).startsWith(expected),
      'the response contains the result',
    );
  },
  async 'conversations are stored, listed page by page, and deleted'({ client }) {
    const conversation = await client.conversations.create({ metadata: { topic: 'runtimes' } });
    await client.responses.create({ model: 'quick', input: 'One', conversation: conversation.id });
    await client.responses.create({
      model: 'quick',
      input: toInputItems([{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Two' }] }]),
      conversation: conversation.id,
    });
    const items = [];
    for await (const item of client.conversations.items.list(conversation.id, { limit: 3, order: 'asc' }))
      items.push(item.role);
    same(items, ['user', 'assistant', 'user', 'assistant']);
    same((await client.conversations.delete(conversation.id)).deleted, true);
  },
  async 'a file is uploaded, listed, and downloaded unchanged'({ client }) {
    const bytes = new Uint8Array(100_000).map((_, index) => index % 256);
    const { id, filename, bytes: size } = await client.files.create({ file: new File([bytes], 'grüße 1.bin') });
    same([filename, size], ['grüße 1.bin', bytes.length]);
    same(
      (await client.files.list({ limit: 1 }).page()).data.map((file) => file.id),
      [id],
    );
    const back = [];
    for await (const chunk of client.files.content(id)) back.push(...chunk);
    same(
      back.length === bytes.length && back.every((byte, index) => byte === bytes[index]),
      true,
      'the comparison of the bytes',
    );
    await client.files.delete(id);
  },
  async 'a stored response is continued'({ client }) {
    const first = await client.responses.create({ model: 'quick', input: 'One' });
    const second = await client.responses.create({ model: 'quick', input: 'Two', previous_response_id: first.id });
    same((await client.responses.retrieve(second.id)).previous_response_id, first.id);
    same((await client.responses.delete(first.id)).deleted, true);
  },
  async 'a background response is followed to its end, and stopped'({ client }) {
    const made = await client.responses.create({ model: 'quick', input: 'Hi', background: true });
    same(getOutputText(await client.responses.follow(made.id).finalResponse()), hello);
    const slow = await client.responses.create({ model: 'slow', input: 'Go', background: true });
    same((await client.responses.cancel(slow.id)).status, 'cancelled');
    same((await client.responses.retrieve(slow.id)).status, 'cancelled');
  },
  async 'the client reads the results of a batch'({ client }) {
    const batch = await client.messages.batches.create({
      requests: [{ custom_id: 'a', params: { model: 'quick', ...user('Hi') } }],
    });
    same((await client.messages.batches.wait(batch.id)).processing_status, 'ended');
    const results = [];
    for await (const { custom_id: id, result } of client.messages.batches.results(batch.id))
      results.push([id, result.type]);
    same(results, [['a', 'succeeded']]);
  },
  async 'responses arrive over one WebSocket, several at a time, and errors too'({ url, key }) {
    const connection = new ResponsesConnection({ baseUrl: url, apiKey: key });
    const ask = (previous) =>
      connection.create({ model: 'quick', input: 'Hi', store: false, previous_response_id: previous });
    // Node 20 has none.
    if (globalThis.WebSocket === undefined) {
      same((await failureOf(ask())).name, 'TypeError');
      return;
    }
    const made = await Promise.all([ask(), ask(), ask()]);
    same(made.map(getOutputText), [hello, hello, hello]);
    same(getOutputText(await ask(made[0].id)), hello);
    for await (const _ of connection.stream({ model: 'slow', input: 'Go' })) break;
    same(getOutputText(await ask()), hello);
    connection.close();
    same((await failureOf(ask())).name, 'ClientError');
    const stranger = new ResponsesConnection({ baseUrl: url, apiKey: 'nobody', maxRetries: 0 });
    same((await failureOf(stranger.create({ model: 'quick', input: 'Hi' }))).status, 401);
  },
  async 'a large body arrives'({ client }) {
    const { usage } = await client.responses.create({ model: 'quick', input: `${'Größe 🌍 '.repeat(100_000)}` });
    assertTrue(usage.input_tokens > 0, 'it is counted');
  },
  async 'an idempotency key runs a request once, and a header reports it'({ client }) {
    const idempotencyKey = marker();
    const heads = [];
    const ask = () =>
      client.responses.create(
        { model: 'quick', input: 'Hi' },
        { idempotencyKey, onResponse: (head) => heads.push(head) },
      );
    same((await ask()).id, (await ask()).id);
    same(
      heads.map(({ headers }) => headers.get('idempotent-replayed')),
      [null, 'true'],
    );
    assertTrue(
      heads.every(({ requestId }) => typeof requestId === 'string' && requestId !== ''),
      'each response has a request id',
    );
  },
  async 'warnings arrive'({ client }) {
    let warnings = [];
    await client.messages.create(
      {
        model: 'quick',
        thinking: { type: 'enabled', budget_tokens: 1024 },
        max_tokens: 2048,
        messages: [{ role: 'user', content: 'Hi' }],
      },
      {
        headers: { 'vendor-version': '2023-06-01' },
        onResponse: (head) => ({ warnings } = head),
      },
    );
    assertTrue(
      warnings.some((text) => text.startsWith('ignored ')),
      `there is a warning (${warnings.length})`,
    );
  },
  async 'the protocol package reads a stream of `fetch` by itself, and checks it'({ url, key }) {
    const read = async (path, body, schema, readSchema, grammar) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, 'vendor-version': '2026-10-21' },
        body: JSON.stringify({ ...body, stream: true }),
      });
      const events = [];
      for await (const { data } of readSse(response.body))
        if (data !== sseDone) events.push(schema.parse(JSON.parse(data)));
      for (const event of events) grammar.push(event);
      same(
        events.map((event) => readSchema.parse(event)),
        events,
      );
      grammar.end();
      return events;
    };
    same(
      accumulateMessages(
        await read(
          '/v1/messages',
          { model: 'quick', ...user('Hi') },
          messageStreamEventSchema,
          readMessageStreamEventSchema,
          new MessageGrammar(),
        ),
      ).content.at(-1).text,
      hello,
    );
    same(
      accumulateResponses(
        await read(
          '/v1/responses',
          { model: 'quick', input: 'Hi' },
          responseStreamEventSchema,
          readResponseStreamEventSchema,
          new ResponseGrammar(),
        ),
      ).output.at(-1).content[0].text,
      hello,
    );
  },
};
