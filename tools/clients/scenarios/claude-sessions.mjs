// Claude Code over more than one run.
import { strict as assert } from 'node:assert';
import { textOf } from '../scenario.mjs';

const promptOf = (model) => model.asked.at(-1).messages.map(textOf).join('\n');

/** @type {import('../scenario.mjs').Scenario[]} */
export const claudeSessions = [
  {
    name: 'continues a session with its history',
    async run({ claude, model }) {
      model.play({ thinks: 'Hm.', text: 'First.' }, { text: 'Second.' });
      await claude(['One.']);
      assert.equal((await claude(['--continue', 'Two.'])).result.result, 'Second.');
      assert.match(promptOf(model), /One\.[^]*First\.[^]*Two\./);
    },
  },
  {
    name: 'compacts a session, and continues from the summary',
    async run({ claude, model }) {
      model.play(
        { text: 'First.' },
        { text: 'Second.' },
        { text: '<summary>They said one and two.</summary>' },
        { text: 'Third.' },
      );
      await claude(['One.']);
      await claude(['--continue', 'Two.']);
      const compacted = await claude(['--continue', '/compact']);
      assert.ok(compacted.events.some(({ compact_result: outcome }) => outcome === 'success'));
      assert.equal((await claude(['--continue', 'Three.'])).result.result, 'Third.');
      assert.match(promptOf(model), /They said one and two\./);
    },
  },
  {
    name: 'counts the tokens of its context with a model that can count',
    async run({ claude, exchanges }) {
      const { result } = await claude(['/context', '--model', 'demo']);
      assert.match(result.result, /tokens/i);
      assert.ok(exchanges.every(({ path }) => path.startsWith('/v1/messages/count_tokens')));
    },
  },
];
