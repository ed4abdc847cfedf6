// How the official Python clients read streams in which the service sends keep-alives.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { assertKeepsAlive, content, silence } from './keep-alives.mjs';

/** @type {import('../scenario.mjs').Scenario[]} */
export const pythonKeepAlives = [
  ['openai', 'responses', ', as events and over a WebSocket'],
  ['anthropic', 'messages', ''],
].map(([client, api, more]) => ({
  name: `${client} reads the ${api} API through keep-alives${more}`,
  async run({ python, upstream, exchanges }) {
    upstream.play({ ...content, ...silence });
    const results = await python(`${client}_keep_alive`, newModel(api));
    assert.equal(results.length, exchanges.length);
    for (const result of results) assert.deepEqual(result, content);
    for (const { reply } of exchanges) assertKeepsAlive(reply, api);
  },
}));
