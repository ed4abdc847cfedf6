// How JavaScript clients and frameworks read streams in which the service sends keep-alives.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { assertKeepsAlive, content, silence } from './keep-alives.mjs';

const final = 'It is done.';
const over = (socket) => (socket ? ', over a WebSocket' : '');

/** A program reads `content` through the silences of an upstream. */
const reads = ({ name, program, api, more }) => ({
  name,
  async run({ node, upstream, exchanges }) {
    upstream.play({ ...content, ...silence });
    const results = await node(program, { model: newModel(api), api, ...more });
    assert.ok(results.length > 0);
    for (const result of results) assert.deepEqual(result, content);
    for (const { reply } of exchanges) assertKeepsAlive(reply, api);
  },
});

/** @type {import('../scenario.mjs').Scenario[]} */
export const nodeKeepAlives = [
  ...[false, true].map((socket) =>
    reads({
      name: `openai reads a response through keep-alives${over(socket)}`,
      program: 'openai-keep-alive',
      api: 'responses',
      more: { socket },
    }),
  ),
  reads({ name: 'anthropic reads a message through keep-alives', program: 'anthropic-keep-alive', api: 'messages' }),
  ...['responses', 'messages'].flatMap((api) =>
    [
      ['the AI SDK', 'ai-sdk-keep-alive'],
      ['LangChain', 'langchain-keep-alive'],
    ].map(([title, program]) => reads({ name: `${title} reads the ${api} API through keep-alives`, program, api })),
  ),
  ...[false, true].map((socket) => ({
    name: `the Agents SDK runs a loop of calls through keep-alives${over(socket)}`,
    async run({ node, upstream, exchanges }) {
      upstream.play({ ...content, ...silence }, { text: final, ...silence });
      const results = await node('agents-keep-alive', { model: newModel('responses'), socket });
      assert.deepEqual(results, [{ ...content, text: `${content.text} ${final}`, final }]);
      assert.equal(upstream.requests.length, 2);
      assertKeepsAlive(exchanges[0].reply, 'responses');
    },
  })),
];
