// Codex with web search: the service searches.
import { strict as assert } from 'node:assert';
import { lastToolResults, toolsOffered } from '../scenario.mjs';

/** The settings with which Codex searches outside of a response. */
const standalone = {
  webSearch: 'live',
  config: 'features.standalone_web_search = true',
  provider: 'supports_standalone_web_search = true\n',
};

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
  {
    name: 'searches outside of a response with its own tool, and the model gets the sources',
    async run({ codex, model, exchanges }) {
      const answer = 'A century ([Oak doors](https://doors.example/oak.md)).';
      model.play({ calls: [{ name: 'web__run', input: { search_query: [{ q: 'oak doors' }] } }] }, { text: answer });
      const { code, items, last } = await codex(['How long do oak doors last?'], standalone);
      assert.deepEqual([code, last], [0, answer]);
      assert.deepEqual(
        items.flatMap(({ type, query }) => (type === 'web_search' ? [query] : [])),
        ['oak doors'],
      );
      assert.ok(toolsOffered(model).includes('web__run'));
      const search = exchanges.find(({ path }) => path === '/v1/alpha/search');
      assert.equal(search?.status, 200);
      assert.deepEqual(search.body.commands, { search_query: [{ q: 'oak doors' }] });
      const read = Object.values(lastToolResults(model)).join();
      assert.match(read, /\[1\] Oak doors[^]*https:\/\/doors\.example\/oak\.md[^]*last a century/);
    },
  },
];
