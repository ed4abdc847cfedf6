// What the tool runner of the client gives a tool, as JSON and as a stream, and how the loop ends.
import { anthropicClient, options, report, require } from './kit.mjs';

const { betaTool } = require('@anthropic-ai/sdk/helpers/beta/json-schema');
const client = anthropicClient({ maxRetries: 0 });
const inputs = [];
const list = betaTool({
  name: 'list',
  description: 'Lists files.',
  inputSchema: { type: 'object', properties: {} },
  run(input) {
    inputs.push(input);
    return 'a.txt';
  },
});
const body = {
  model: options.model,
  max_tokens: 3000,
  messages: [{ role: 'user', content: 'Go on.' }],
  tools: [list],
};
const texts = [];
for (const stream of [false, true]) {
  const { content } = await client.beta.messages.toolRunner({ ...body, stream }).runUntilDone();
  texts.push(content.at(-1).text);
}
report({ inputs, texts });
