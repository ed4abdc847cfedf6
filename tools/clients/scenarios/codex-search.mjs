// Codex with web search: the service searches.
import { strict as assert } from 'node:assert';
import { lastToolResults, toolsOffered } from '../scenario.mjs';

/** @type {import('../scenario.mjs').Scenario[]} */
export const codexSearch = [
  {
    name: 'searches the web through the service, and reports the search and its sources',
    async run({ codex, model, exchanges }) {
      model.play({ calls: [{ name: 'web_search', input: { query: 'oak doors' } }] }, { text: 'A century [1].' });
      const { code, items, last } = await codex(['How long do oak doors last?'], { webSearch: 'live' });
      assert.equal(code, 0);
      assert.equal(last, 'A century.');
      assert.deepEqual(
        items.flatMap(({ type, query }) => (type === 'web_search' ? [query] : [])),
        ['oak doors'],
      );
      assert.ok(toolsOffered(model).includes('web_search'));
      assert.match(Object.values(lastToolResults(model)).join(), /\[1\] Oak doors[^]*last a century/);
      assert.ok(exchanges.at(-1).body.tools.some(({ type }) => type === 'web_search'));
    },
  },
  {
    name: 'continues a session that contains a search',
    async run({ codex, model }) {
      model.play({ calls: [{ name: 'web_search', input: { query: 'oak doors' } }] }, { text: 'A century [1].' });
      await codex(['How long do oak doors last?'], { webSearch: 'live' });
      model.play({ text: 'Since oak is hard.' });
      const { last } = await codex(['resume', '--last', 'Why?'], { webSearch: 'live' });
      assert.equal(last, 'Since oak is hard.');
    },
  },
];
