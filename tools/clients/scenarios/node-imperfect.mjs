// What the official JavaScript clients read through the service from imperfect upstreams.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { hasReasoning, imperfectStreams, onlyFunctions, reasoningErrors, repeatedIds } from './imperfect-upstreams.mjs';

const look = { type: 'function', name: 'look', parameters: { type: 'object', properties: {} } };
const [asJson, asStream] = [{}, { stream: true }];
const textsOf = (requests) => requests.map((request) => JSON.stringify(request));

/** Sends requests to one model, as their JSON texts. */
const send = (node, requests) => node('openai-requests', { requests: textsOf(requests) });

const streams = Object.entries(imperfectStreams).map(([name, alter]) => ({
  name: `openai reads ${name}, as JSON and as a stream`,
  async run({ node, upstream }) {
    upstream.play({ text: 'Let me look.', calls: [{ name: 'look', input: { q: 1 } }], alter });
    const model = newModel('responses');
    for (const result of await send(
      node,
      [asJson, asStream].map((more) => ({ model, input: 'Hello.', tools: [look], ...more })),
    ))
      assert.deepEqual([result.status, result.texts, result.calls], ['completed', ['Let me look.'], ['look {"q":1}']]);
  },
}));

/** How the service retries what an upstream rejects, for a client that continues a stored response. */
const retries = [
  ...Object.entries(reasoningErrors).map(([why, { warning = [/^dropped input/], ...rejection }]) => ({
    name: `openai continues a stored response when the upstream ${why}`,
    expectsWarning: warning,
    async run({ node, upstream }) {
      upstream.play({ thinks: 'Hm.', text: 'Hello.' }, { text: 'Done.' });
      upstream.reject({ when: hasReasoning, ...rejection });
      const model = newModel('responses');
      const results = await send(node, [
        { model, input: 'Hello.' },
        { model, input: 'Go on.', previous_response_id: '$previous' },
      ]);
      assert.deepEqual(
        results.map(({ texts }) => texts),
        [['Hello.'], ['Done.']],
      );
    },
  })),
  {
    name: 'openai sends a namespace of tools to an upstream that rejects all tools but functions by status and param',
    async run({ node, upstream }) {
      upstream.play({ text: 'Done.' });
      upstream.reject(onlyFunctions);
      const tools = [look, { type: 'namespace', name: 'crm', description: 'Customers.', tools: [look] }];
      const [{ texts }] = await send(node, [{ model: newModel('responses'), input: 'Hello.', tools }]);
      assert.deepEqual([texts, upstream.requests.map(({ status }) => status)], [['Done.'], [400, 200]]);
    },
  },
];

const id = '1234567890123456789';
const schema = `{"type":"object","properties":{"id":{"type":"integer","enum":[${id}]}},"required":["id"],"additionalProperties":false}`;
const bounds = `{"type":"object","properties":{"a":{"type":"integer","maximum":9223372036854775807},"b":{"const":${id}},"c":{"type":"number","maximum":1e400}}}`;

const numbers = [
  {
    name: 'openai gets a 64-bit integer of its schema from a local model, as text and in a call',
    async run({ node }) {
      const format = `{"type":"json_schema","name":"x","strict":true,"schema":${schema}}`;
      const tool = `{"type":"function","name":"pick","strict":true,"parameters":${schema}}`;
      const head = '"model":"demo","input":"Which id?","max_output_tokens":60';
      const [{ texts }, { calls }] = await node('openai-requests', {
        requests: [`{${head},"text":{"format":${format}}}`, `{${head},"tool_choice":"required","tools":[${tool}]}`],
      });
      assert.deepEqual(
        [...texts, ...calls].map((text) => text.replaceAll(/\s/g, '')),
        [`{"id":${id}}`, `pick{"id":${id}}`],
      );
    },
  },
  ...['responses', 'messages'].map((api) => ({
    name: `openai sends the numbers of a schema to an upstream of the ${api} API as they are written`,
    async run({ node, upstream }) {
      upstream.play({ text: 'Done.' });
      const tool = `{"type":"function","name":"pay","strict":false,"parameters":${bounds}}`;
      await node('openai-requests', {
        requests: [`{"model":"${newModel(api)}","input":"Hello.","tools":[${tool}]}`],
      });
      for (const number of [id, '9223372036854775807', '1e400'])
        assert.match(upstream.requests[0].text, new RegExp(`: ?${number}[,}]`));
    },
  })),
];

const others = [
  {
    name: 'openai runs a loop in a conversation whose item ids the upstream repeats',
    async run({ node, upstream }) {
      const call = { calls: [{ name: 'look', input: {} }], ids: repeatedIds };
      upstream.play(
        { ...call, text: 'One.' },
        { text: 'Two.', ids: repeatedIds },
        { text: 'Three.', ids: repeatedIds },
      );
      const model = newModel('responses');
      const texts = await node('openai-conversation', { model, inputs: ['First.', 'Next.', 'Last.'] });
      assert.deepEqual(texts, ['First.', 'One.', 'Next.', 'Two.', 'Last.', 'Three.']);
    },
  },
  {
    name: 'openai throws the delay of a rate limit that ends a response',
    refused: true,
    async run({ node, model }) {
      const message = 'Rate limit reached for m. Please try again in 2.5s.';
      model.play({ text: 'Let me', breaks: { error: { message, type: 'tokens', code: 'rate_limit_exceeded' } } });
      const [asResponse, inStream] = await node('openai-errors', { model: 'coder' });
      assert.deepEqual([asResponse.code, asResponse.retryAfter], ['rate_limit_exceeded', '3']);
      assert.deepEqual([inStream.code, /try again in 2\.5s/.test(inStream.message)], ['rate_limit_exceeded', true]);
    },
  },
  {
    name: 'openai is warned that a tool has no asynchronous calls',
    expectsWarning: [/^ignored tools\.0\.async: .*asynchronous/],
    async run({ node, model }) {
      model.play({ calls: [{ name: 'look', input: {} }] });
      const tools = [{ ...look, async: true }];
      const results = await send(
        node,
        ['coder', 'demo'].map((name) => ({
          model: name,
          input: 'Look.',
          tools,
          tool_choice: 'required',
          max_output_tokens: 60,
        })),
      );
      for (const { calls, warnings } of results) {
        assert.equal(calls.length, 1);
        assert.match(warnings, /tools\.0\.async/);
      }
    },
  },
  {
    name: 'anthropic reads thinking whose first delta names the role, from vLLM',
    async run({ node, model }) {
      const thinks = 'Thinking about the process.';
      model.play({ thinks, text: 'Hello.' });
      const read = await node('anthropic-thinking', { model: 'coder-vllm' });
      assert.deepEqual(read, [
        [thinks, 'Hello.'],
        [thinks, 'Hello.'],
      ]);
    },
  },
  ...['responses', 'messages', 'chat completions'].map((api) => ({
    name: `anthropic runs a tool whose arguments are empty or null, from an upstream of the ${api} API`,
    async run({ node, upstream, model }) {
      const loop = ['', 'null'].flatMap((input) => [{ calls: [{ name: 'list', input }] }, { text: 'Done.' }]);
      upstream.play(...loop);
      model.play(...loop);
      const name = api === 'chat completions' ? 'coder' : newModel(api);
      assert.deepEqual(await node('anthropic-tool-runner', { model: name }), {
        inputs: [{}, {}],
        texts: ['Done.', 'Done.'],
      });
    },
  })),
];

/** @type {import('../scenario.mjs').Scenario[]} */
export const nodeImperfect = [...streams, ...retries, ...numbers, ...others];
