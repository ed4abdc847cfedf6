// The Anthropic client for Python. Its own programs assert the client's results; these tests assert the model's
// input.
import { strict as assert } from 'node:assert';
import { lastToolResults } from '../scenario.mjs';

const numbers = '{"id":12345678901234567890,"factor":20.0,"count":3}';

/** @type {import('../scenario.mjs').Scenario[]} */
export const pythonMessages = [
  {
    name: 'anthropic reads responses as sent, from a stream and without one, and continues them',
    async run({ python, model }) {
      model.play(
        { thinks: 'It looks round.', text: 'A red dot.' },
        { thinks: 'It has not changed.', text: 'It is still a red dot.' },
      );
      await python('anthropic_responses');
      assert.equal(model.asked[0].messages[0].role, 'system');
      assert.equal(model.asked[0].messages[1].content[1].type, 'image_url');
    },
  },
  {
    name: 'anthropic parses responses that match a schema, complete and in a stream',
    run: ({ python }) => python('anthropic_structured'),
  },
  {
    name: 'anthropic gets the numbers of a call as the model wrote them, and runs tools itself',
    run: (scene) => tools(scene, 'claude-opus-5'),
  },
  {
    name: 'anthropic does the same with an upstream of the same dialect',
    run: (scene) => tools(scene, 'claude-sonnet-5'),
  },
  {
    name: 'anthropic reads the results of batches, counts tokens and lists models',
    refused: true,
    async run({ python, model }) {
      model.play({ text: 'A line,\u2028 another\u0085 and a third.' });
      await python('anthropic_batches');
    },
  },
  {
    name: 'anthropic raises the right error for every failure',
    refused: true,
    async run({ python, model }) {
      const truncated = { text: 'This will be cut in the middle.', cutAfter: 1 };
      model.play(
        { status: 429 },
        { status: 503 },
        { status: 500 },
        { status: 500 },
        { text: 'At last.' },
        truncated,
        { text: 'Half', finish: 'length' },
        { text: 'Late.', waits: 5000 },
      );
      await python('anthropic_failures');
    },
  },
];

async function tools({ python, model }, name) {
  const weigh = { calls: [{ name: 'weigh', input: numbers }] };
  const weighCalls = (...input) => ({ calls: input.map((one) => ({ name: 'weigh', input: one })) });
  const both = weighCalls({ word: 'rope', factor: 2 }, { word: 'stone' });
  const later = { calls: [{ name: 'weigh_later', input: { word: 'rope' } }] };
  model.play(
    weigh,
    weigh,
    { text: 'It weighs 4 kg.' },
    both,
    weighCalls({ word: 'air' }),
    { text: 'That is all.' },
    later,
    {
      text: 'The rope, in the end.',
    },
  );
  await python('anthropic_tools', name);
  assert.equal(model.asked[2].messages[1].tool_calls[0].function.arguments, numbers);
  assert.match(Object.values(lastToolResults({ asked: [model.asked[5]] })).at(-1), /^Error: .*too light/s);
  assert.deepEqual(Object.values(lastToolResults(model)), ['rope: 4']);
}
