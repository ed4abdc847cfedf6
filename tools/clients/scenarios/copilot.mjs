// Copilot CLI at work, over both APIs and a WebSocket.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastToolResults } from '../scenario.mjs';

/** @param {'responses' | 'WebSocket' | 'messages'} way @returns {import('../scenario.mjs').Scenario[]} */
const over = (way) => [
  {
    name: `reads a file and runs a command in parallel, edits the file, and continues the session, over ${way}`,
    async run({ copilot, model, cwd }) {
      const file = join(cwd, 'a.txt');
      writeFileSync(file, 'alpha\nbeta\n');
      model.play(
        {
          thinks: 'I should look first.',
          text: 'Both.',
          calls: [
            { name: 'view', input: { path: file } },
            { name: 'bash', input: { command: 'echo made', description: 'Says it' } },
          ],
        },
        {
          thinks: 'Now the change.',
          calls: [{ name: 'edit', input: { path: file, old_str: 'beta', new_str: 'gamma' } }],
        },
        { text: 'All done.' },
      );
      const run = await copilot(way, ['-p', 'Look and change']);
      assert.equal(run.code, 0, run.stderr);
      assert.match(run.stdout, /All done\./);
      assert.equal(readFileSync(file, 'utf8'), 'alpha\ngamma\n');
      const results = Object.values(lastToolResults(model));
      assert.equal(results.length, 3);
      for (const part of [/alpha/, /made/]) assert.ok(results.some((result) => part.test(result)));
      model.play({ text: 'Still here.' });
      assert.match((await copilot(way, ['--continue', '-p', 'Go on'])).stdout, /Still here\./);
      assert.deepEqual(
        model.asked[0].messages.map(({ role }) => role),
        ['system', 'user', 'assistant', 'tool', 'tool', 'assistant', 'tool', 'assistant', 'user'],
      );
    },
  },
  {
    name: `retries over ${way} when a response is truncated, and when the model is overloaded`,
    refused: true,
    async run({ copilot, model }) {
      model.play(
        { text: 'This answer ends too early to be of any use to anybody.', cutAfter: 3 },
        { status: 503 },
        { text: 'Whole.' },
      );
      assert.match((await copilot(way, ['-p', 'Look'])).stdout, /Whole\./);
    },
  },
];

export const copilotWork = [...over('responses'), ...over('WebSocket'), ...over('messages')];
