// Statements about the service over a llama-server. Each rejects with the actual result if it does not hold.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openCall } from '../reliability/http-call.mjs';
import { readFrames } from '../reliability/sse-frames.mjs';
import { waitUntil } from '../reliability/wait-until.mjs';

/**
 * @typedef {object} World
 * @property {(path: string, body: unknown) => Promise<import('../reliability/http-call.mjs').Reply>} call
 * @property {{ url: string, key: string, headers: Record<string, string> }} to options of every call to the service
 * @property {import('../reliability/service-process.mjs').ServiceProcess} service
 * @property {{ origin: string, close: () => Promise<void> }} slow
 *
 * @typedef {{ title: string, verify: (world: World) => Promise<void> }} Statement
 */

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const toolNames = ['get_weather', 'get_time'];
const describe = (name) => `Get the ${name.slice(4)} of a city`;
const who = 'Hello, who are you?';

/** One request in the format of a dialect: `more` contains fields of that dialect. */
const dialects = {
  messages: {
    path: '/v1/messages',
    body: (model, text, more) => ({
      model,
      max_tokens: 160,
      temperature: 0,
      thinking: { type: 'disabled' },
      messages: [{ role: 'user', content: text }],
      ...more,
    }),
    tools: toolNames.map((name) => ({ name, description: describe(name), input_schema: city })),
    choose: (name) => ({ type: 'tool', name }),
    textOf: ({ content }) => content.map(({ text = '' }) => text).join(''),
    callsOf: ({ content }) =>
      content.filter(({ type }) => type === 'tool_use').map(({ name, input }) => `${name} ${JSON.stringify(input)}`),
    usageOf: ({ usage }) => ({
      input: usage.input_tokens + usage.cache_read_input_tokens,
      cached: usage.cache_read_input_tokens,
      output: usage.output_tokens,
    }),
    streamed(events) {
      const blocks = [];
      for (const { type, index, delta, content_block: block } of events) {
        if (type === 'content_block_start') blocks[index] = { ...block, json: '' };
        if (delta?.type === 'text_delta') blocks[index].text += delta.text;
        if (delta?.type === 'input_json_delta') blocks[index].json += delta.partial_json;
      }
      const content = blocks.map(({ json, ...block }) =>
        block.type === 'tool_use' ? { ...block, input: JSON.parse(json) } : block,
      );
      const { usage } = events.find(({ type }) => type === 'message_delta') ?? {};
      return { content, usage };
    },
  },
  responses: {
    path: '/v1/responses',
    body: (model, text, more) => ({
      model,
      max_output_tokens: 160,
      temperature: 0,
      reasoning: { effort: 'none' },
      store: false,
      input: text,
      ...more,
    }),
    tools: toolNames.map((name) => ({
      type: 'function',
      name,
      description: describe(name),
      parameters: city,
      strict: false,
    })),
    choose: (name) => ({ type: 'function', name }),
    textOf: ({ output }) =>
      output.flatMap(({ content = [], type }) => (type === 'message' ? content.map(({ text }) => text) : [])).join(''),
    callsOf: ({ output }) =>
      output
        .filter(({ type }) => type === 'function_call')
        .map(({ name, arguments: text }) => `${name} ${JSON.stringify(JSON.parse(text))}`),
    usageOf: ({ usage }) => ({
      input: usage.input_tokens,
      cached: usage.input_tokens_details.cached_tokens,
      output: usage.output_tokens,
    }),
    streamed: (events) => events.find(({ type }) => type === 'response.completed')?.response,
  },
};

async function ask({ call }, dialect, model, text, more = {}) {
  const { path, body } = dialects[dialect];
  const { status, text: output, headers } = await call(path, body(model, text, more));
  assert.equal(status, 200, output);
  return { ...JSON.parse(output), warnings: headers['x-service-warning'] };
}

async function stream(world, dialect, model, text, more = {}) {
  const { path, body, streamed } = dialects[dialect];
  const { status, text: output } = await world.call(path, body(model, text, { ...more, stream: true }));
  assert.equal(status, 200, output);
  const response = streamed(readFrames(output).events);
  assert.ok(response?.usage, `no end: ${output.slice(-500)}`);
  return response;
}

async function slotsOf({ origin }) {
  return await (await fetch(`${origin}/slots`)).json();
}

/** Every path through the service: the dialect of the client and the API of the upstream. */
const ways = Object.keys(dialects).flatMap((dialect) =>
  ['chat-completions', 'messages', 'responses'].map((kind) => ({ dialect, kind, ...dialects[dialect] })),
);

const onEveryWay = ways.flatMap(({ dialect, kind, textOf, callsOf, usageOf, tools }) => [
  {
    title: `${dialect} over ${kind}: a stream and a non-streaming response have the same content and usage`,
    async verify(world) {
      const [nonStreamed, streamed] = [await ask(world, dialect, kind, who), await stream(world, dialect, kind, who)];
      assert.match(textOf(nonStreamed), /demo model/);
      assert.equal(textOf(streamed), textOf(nonStreamed));
      assert.ok(usageOf(nonStreamed).input > 10 && usageOf(nonStreamed).output > 5, JSON.stringify(nonStreamed.usage));
      assert.equal(usageOf(streamed).output, usageOf(nonStreamed).output);
      assert.ok(usageOf(streamed).cached > 10, `nothing from the cache: ${JSON.stringify(streamed.usage)}`);
    },
  },
  {
    title: `${dialect} over ${kind}: two calls, in a stream and in a non-streaming response`,
    async verify(world) {
      const text = 'What is the weather in Paris and Rome?';
      const expected = ['get_weather {"city":"Paris"}', 'get_weather {"city":"Rome"}'];
      assert.deepEqual(callsOf(await ask(world, dialect, kind, text, { tools })), expected);
      assert.deepEqual(callsOf(await stream(world, dialect, kind, text, { tools })), expected);
    },
  },
]);

const inBothDialects = Object.entries(dialects).flatMap(([dialect, { path, body, callsOf, tools, choose }]) => [
  {
    title: `${dialect}: the model calls a forced tool, although another one fits`,
    async verify(world) {
      assert.deepEqual(
        callsOf(
          await ask(world, dialect, 'chat-completions', 'What is the weather in Paris?', {
            tools,
            tool_choice: choose('get_time'),
          }),
        ),
        ['get_time {"city":"Paris"}'],
      );
    },
  },
  {
    title: `${dialect}: a prompt that is too long gets a 400 with token counts`,
    async verify({ call }) {
      const { status, text } = await call(path, body('chat-completions', 'word '.repeat(600), {}));
      assert.equal(status, 400, text);
      assert.match(text, /1\d{3} tokens > 1024 maximum/);
    },
  },
]);

const one = [
  {
    title: 'messages: the response names the stop sequence, and counts the tokens before it',
    async verify(world) {
      const {
        content,
        stop_reason: reason,
        stop_sequence: sequence,
        usage,
      } = await ask(world, 'messages', 'chat-completions', who, { stop_sequences: ['demo'] });
      assert.deepEqual(
        { text: content[0].text, reason, sequence, output: usage.output_tokens },
        { text: 'I am a tiny ', reason: 'stop_sequence', sequence: 'demo', output: 9 },
      );
    },
  },
  {
    title: 'messages: the start of a stream has the usage of the prompt',
    async verify({ call }) {
      const { text } = await call('/v1/messages', dialects.messages.body('chat-completions', who, { stream: true }));
      const { input_tokens: input, cache_read_input_tokens: cached } = readFrames(text).events[0].message.usage;
      assert.equal(input + cached, 17, text.slice(0, 500));
    },
  },
  {
    title: 'messages: a response continues an assistant prefill',
    async verify(world) {
      const messages = [
        { role: 'user', content: 'Say: one two three four five six' },
        { role: 'assistant', content: 'one two three' },
      ];
      const { content } = await ask(world, 'messages', 'chat-completions', '', { max_tokens: 4, messages });
      assert.equal(content[0].text.trim(), 'four');
    },
  },
  {
    title: 'messages: thinking is a block of its own',
    async verify(world) {
      const { content } = await ask(world, 'messages', 'chat-completions', 'What is 2 + 3?', {
        max_tokens: 1500,
        temperature: 1,
        top_k: 1,
        thinking: { type: 'enabled', budget_tokens: 1024 },
      });
      assert.deepEqual(
        content.map(({ type }) => type),
        ['thinking', 'text'],
      );
    },
  },
  {
    title: 'messages: count_tokens matches the usage of the response',
    async verify(world) {
      const more = { tools: dialects.messages.tools };
      const { max_tokens: _, temperature: __, ...counted } = dialects.messages.body('chat-completions', who, more);
      const { text } = await world.call('/v1/messages/count_tokens', counted);
      const response = await ask(world, 'messages', 'chat-completions', who, more);
      assert.equal(JSON.parse(text).input_tokens, dialects.messages.usageOf(response).input, text);
    },
  },
  {
    title: 'responses: the output matches the schema',
    async verify(world) {
      const schema = {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
        required: ['name', 'age'],
        additionalProperties: false,
      };
      const format = { type: 'json_schema', name: 'person', schema, strict: true };
      const response = await ask(
        world,
        'responses',
        'chat-completions',
        'Extract name and age as JSON: Anna is 5 years old.',
        { text: { format } },
      );
      assert.deepEqual(JSON.parse(dialects.responses.textOf(response)), { name: 'Anna', age: 5 });
    },
  },
  {
    title: 'responses: logprobs have the requested number of alternatives',
    async verify(world) {
      for (const top of [0, 2]) {
        const { output } = await ask(world, 'responses', 'chat-completions', who, {
          max_output_tokens: 16,
          include: ['message.output_text.logprobs'],
          top_logprobs: top,
        });
        const { logprobs } = output[0].content[0];
        assert.equal(logprobs?.length, 16);
        assert.equal(logprobs[0].top_logprobs.length, top);
      }
    },
  },
  {
    title: 'responses: truncation auto drops the oldest turns',
    async verify(world) {
      const input = Array.from({ length: 8 }, (_, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: 'word '.repeat(120),
      })).concat({ role: 'user', content: who });
      const { warnings, ...response } = await ask(world, 'responses', 'chat-completions', '', {
        input,
        truncation: 'auto',
      });
      assert.notEqual(dialects.responses.textOf(response), '');
      assert.match(String(warnings), /oldest turns/);
    },
  },
  {
    title: 'messages: the service rejects an image for a model without image support',
    async verify({ call }) {
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
      const { status, text } = await call('/v1/messages', dialects.messages.body('chat-completions', [image], {}));
      assert.equal(status, 400, text);
      assert.match(text, /does not support image input/);
    },
  },
  {
    title: 'a client that disconnects frees the slot, streaming or not, and the log has its usage',
    async verify({ to, service, slow }) {
      const lines = () =>
        readFileSync(service.logFile, 'utf8')
          .split('\n')
          .filter((line) => line.includes('"clientAbort":true'));
      for (const streams of [true, false]) {
        const before = lines().length;
        const { ended, disconnect } = openCall({
          ...to,
          path: '/v1/messages',
          body: dialects.messages.body('slow', 'Go on', { max_tokens: streams ? 6000 : 1000, stream: streams }),
        });
        await waitUntil('five tokens', async () =>
          (await slotsOf(slow)).some(({ next_token: token }) => token?.[0]?.n_decoded >= 5),
        );
        disconnect();
        await ended;
        await waitUntil(
          'a free slot',
          async () => (await slotsOf(slow)).every(({ is_processing: working }) => !working),
          { timeoutMs: 3000 },
        );
        const line = await waitUntil('the log record', () => lines().slice(before)[0], { timeoutMs: 5000 });
        assert.doesNotMatch(line, /usageEstimated/);
        assert.ok(Number(/"outputTokens":(\d+)/.exec(line)?.[1]) >= 5, line);
      }
    },
  },
  {
    title:
      'a server that dies during a response gives an error event, and one that is unreachable a 502, in both dialects',
    async verify({ call, slow }) {
      const going = Object.values(dialects).map(({ path, body }) =>
        call(
          path,
          body('slow', 'Go on', {
            ...(path === '/v1/messages' ? { max_tokens: 6000 } : { max_output_tokens: 6000 }),
            stream: true,
          }),
        ),
      );
      await waitUntil('both slots in use', async () =>
        (await slotsOf(slow)).every(({ next_token: token }) => token?.[0]?.n_decoded > 3),
      );
      await slow.close();
      const [message, response] = (await Promise.all(going)).map(({ text }) => readFrames(text).events.at(-1));
      assert.equal(message.type, 'error', JSON.stringify(message));
      assert.equal(response.type, 'response.failed', JSON.stringify(response));
      for (const { path, body } of Object.values(dialects)) {
        const { status, text } = await call(path, body('slow', 'Go on', {}));
        assert.equal(status, 502, text);
      }
    },
  },
];

/** @type {readonly Statement[]} The last one ends a server. */
export const statements = [...onEveryWay, ...inBothDialects, ...one];
