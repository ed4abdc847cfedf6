// Claude Code over more than one run.
import { strict as assert } from 'node:assert';
import { textOf } from '../scenario.mjs';

const shownTo = (model) => model.asked.at(-1).messages.map(textOf).join('\n');

/** @type {import('../scenario.mjs').Scenario[]} */
export const claudeSessions = [
  {
    name: 'continues a session, with what was said',
    async run({ claude, model }) {
      model.play({ thinks: 'Hm.', says: 'First.' }, { says: 'Second.' });
      await claude(['One.']);
      assert.equal((await claude(['--continue', 'Two.'])).result.result, 'Second.');
      assert.match(shownTo(model), /One\.[^]*First\.[^]*Two\./);
    },
  },
  {
    name: 'compacts a session, and goes on from the summary',
    async run({ claude, model }) {
      model.play(
        { says: 'First.' },
        { says: 'Second.' },
        { says: '<summary>They said one and two.</summary>' },
        { says: 'Third.' },
      );
      await claude(['One.']);
      await claude(['--continue', 'Two.']);
      const compacted = await claude(['--continue', '/compact']);
      assert.ok(compacted.events.some(({ compact_result: outcome }) => outcome === 'success'));
      assert.equal((await claude(['--continue', 'Three.'])).result.result, 'Third.');
      assert.match(shownTo(model), /They said one and two\./);
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
