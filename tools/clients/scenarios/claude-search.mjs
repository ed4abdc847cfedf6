// Claude Code with its own WebSearch: it sends a second request with the hosted tool, which the service runs.
import { strict as assert } from 'node:assert';
import { lastToolResults } from '../scenario.mjs';

/** @type {import('../scenario.mjs').Scenario[]} */
export const claudeSearch = [
  {
    name: 'searches the web: its WebSearch gets the results and the number of searches',
    // Its search comes with an effort.
    expectsWarning: [/^ignored output_config\.effort: The upstream does not support reasoning options\./],
    async run({ claude, model, small, exchanges }) {
      const searches = (body) =>
        JSON.stringify(body.messages).includes('Oak doors last a century')
          ? { text: 'They last a century [1].' }
          : { calls: [{ name: 'web_search', input: { query: 'oak doors' } }] };
      small.play(searches);
      model.play(
        { calls: [{ name: 'WebSearch', input: { query: 'oak doors' } }] },
        (body) =>
          body.tools?.some((tool) => tool.function?.name === 'web_search') ? searches(body) : { text: 'A century.' },
        (body) =>
          body.tools?.some((tool) => tool.function?.name === 'web_search') ? searches(body) : { text: 'A century.' },
        { text: 'A century.' },
      );
      const { result, results } = await claude(['How long do oak doors last?', '--allowedTools', 'WebSearch']);
      assert.equal(result.result, 'A century.');
      const [{ content }] = results;
      assert.match(JSON.stringify(content), /doors\.example/);
      // Claude Code counts the blocks of the second response: an empty list would reach the model as no result.
      const read = Object.values(lastToolResults(model)).join('\n');
      assert.ok([...read.matchAll(/https:\/\/doors\.example\//g)].length > 0, read);
      const second = exchanges.find(({ body }) => body?.tools?.some(({ type }) => type?.startsWith('web_search_')));
      assert.ok(second !== undefined, 'no request has the hosted tool');
      assert.match(second.reply, /"web_search_tool_result"/);
      assert.match(second.reply, /"web_search_requests":1/);
    },
  },
];
