// opencode at work, over both APIs.
import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastToolResults } from '../scenario.mjs';

/** The client concurrently requests a title, without tools; the plays apply only to the actual work. */
function playWork(model, ...plays) {
  let next = 0;
  model.play((body) => (body.tools === undefined ? { text: 'A title' } : plays[Math.min(next++, plays.length - 1)]));
}

/** What the model was asked about the work itself. */
const workOf = (model) => model.asked.filter(({ tools }) => tools !== undefined);

/** @param {'responses' | 'messages'} payload @returns {import('../scenario.mjs').Scenario[]} */
const over = (payload) => [
  {
    name: `runs a command and reads a file in parallel over the ${payload} API, returns both results and counts the tokens`,
    async run({ opencode, model, cwd }) {
      const file = join(cwd, 'a.txt');
      writeFileSync(file, 'alpha\n');
      const calls = [
        { name: 'bash', input: { command: 'echo made', description: 'Says it' } },
        { name: 'read', input: { filePath: file } },
      ];
      playWork(model, { thinks: 'I should look first.', text: 'Both.', calls }, { text: 'All done.' });
      const { last, tools, tokens } = await opencode(payload, ['Look']);
      assert.equal(last, 'All done.');
      // The tools run concurrently, and are reported in order of completion.
      assert.deepEqual(tools.map(({ tool, state }) => `${tool} ${state.status}`).toSorted(), [
        'bash completed',
        'read completed',
      ]);
      assert.deepEqual(
        tokens.map(({ input, output, cache }) => [input, output, cache.read]),
        [
          [234, 56, 1000],
          [234, 56, 1000],
        ],
      );
      const results = Object.values(lastToolResults({ asked: workOf(model) }));
      assert.equal(results.length, 2);
      assert.ok(results.some((result) => /made/.test(result)) && results.some((result) => /alpha/.test(result)));
    },
  },
  {
    name: `continues a session over the ${payload} API`,
    async run({ opencode, model }) {
      playWork(model, { thinks: 'Hm.', text: 'Noted.' });
      await opencode(payload, ['Note']);
      const { last } = await opencode(payload, ['--continue', 'Again']);
      assert.equal(last, 'Noted.');
      assert.deepEqual(
        workOf(model)
          .at(-1)
          .messages.map(({ role }) => role),
        ['system', 'user', 'assistant', 'user'],
      );
    },
  },
  {
    name: `gets its response over the ${payload} API when the model is overloaded at first`,
    refused: true,
    async run({ opencode, model }) {
      playWork(model, { status: 503 }, { text: 'Here again.' });
      assert.equal((await opencode(payload, ['Look'])).last, 'Here again.');
    },
  },
];

export const opencodeWork = [...over('responses'), ...over('messages')];
