// The OpenAI client for Python. Its own programs assert the client's results; these tests assert the model's input.
import { strict as assert } from 'node:assert';
import { fileURLToPath } from 'node:url';
import { lastToolResults, textOf } from '../scenario.mjs';

const fixtures = fileURLToPath(new URL('../../../packages/protocol/fixtures', import.meta.url));
const weighBoth = {
  thinks: 'Both have to be weighed.',
  text: 'Let me see.',
  calls: [
    { name: 'weigh', input: '{"word":"rope","factor":2.0}' },
    { name: 'weigh', input: '{"word":"stone","factor":0.5}' },
  ],
};

/** @type {import('../scenario.mjs').Scenario[]} */
export const pythonResponses = [
  {
    name: 'openai reads responses as sent and as stored, and continues them',
    async run({ python, model }) {
      model.play({ text: 'A red dot.' }, { text: 'It is still a red dot.' }, { text: 'A red dot, as before.' });
      await python('openai_responses');
      const [first, second, third] = model.asked.map(({ messages }) => messages);
      assert.equal(first[1].content[1].type, 'image_url');
      assert.deepEqual(second.slice(-2).map(textOf), ['A red dot.', 'And now?']);
      assert.equal(third.length, 5);
    },
  },
  {
    name: 'openai parses responses that match a schema, complete and in a stream',
    run: ({ python }) => python('openai_structured'),
  },
  {
    name: 'openai runs a tool loop, with stored responses and with the complete input',
    run: (scene) => loopOfTools(scene, 'coder'),
  },
  {
    name: 'openai runs the same loop with an upstream of the same dialect',
    run: (scene) => loopOfTools(scene, 'gpt-6-luna'),
  },
  {
    name: 'openai polls a background response, resumes its stream and cancels it',
    refused: true,
    async run({ python, model }) {
      model.play(
        { text: 'It took its time.', waits: 300 },
        { text: 'It took its time.' },
        { text: 'Never said.', waits: 60_000 },
      );
      await python('openai_background');
    },
  },
  {
    name: 'openai stores conversations, compacts, counts tokens and lists models',
    async run({ python, model }) {
      model.play({ text: '4' });
      await python('openai_state');
    },
  },
  {
    name: 'openai sends twenty requests in parallel, and over a WebSocket',
    async run({ python, model }) {
      model.play({ text: 'Hello.' });
      await python('openai_async');
      assert.deepEqual(model.asked.at(-1).messages.map(textOf), ['Hello.', 'Hello.', 'Hello.']);
    },
  },
  {
    name: 'openai raises the right error for every failure',
    refused: true,
    async run({ python, model }) {
      const truncated = { text: 'This will be cut in the middle.', cutAfter: 1 };
      model.play(
        { status: 429 },
        { status: 500 },
        { status: 500 },
        { text: 'At last.' },
        truncated,
        { text: 'Half', finish: 'length' },
        { text: 'Late.', waits: 5000 },
      );
      await python('openai_failures');
    },
  },
  {
    name: 'openai and anthropic read every case of the corpus, typed as it is',
    sendsNoRequests: true,
    run: ({ python }) => python('fixtures', fixtures),
  },
];

async function loopOfTools({ python, model }, name) {
  const fin = { text: 'They weigh the same.' };
  model.play(weighBoth, fin, fin, fin, { calls: [{ name: 'draw', input: { input: 'a line\nand a dot' } }] });
  await python('openai_tools', name);
  for (const { messages } of model.asked.slice(1, 4)) {
    assert.deepEqual(
      messages[1].tool_calls.map((call) => call.function.arguments),
      weighBoth.calls.map(({ input }) => input),
    );
    assert.deepEqual(Object.values(lastToolResults({ asked: [{ messages }] })), ['rope: 4', 'stone: 4']);
  }
}
