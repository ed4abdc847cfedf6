// A tool loop with the official @anthropic-ai/sdk package: the model calls the weather tool, the program returns the
// result, the model responds.
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:8080', apiKey: process.env.API_KEY });
const tools = [
  {
    name: 'get_weather',
    description: 'Get the current weather for a city',
    input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
];
const messages = [{ role: 'user', content: "What's the weather in Paris?" }];

const asked = await client.messages.create({ model: 'demo', max_tokens: 128, tools, messages });
const call = asked.content.find((block) => block.type === 'tool_use');
assert.ok(call, 'the model asks for the tool');
console.log('calls  :', call.name, JSON.stringify(call.input));

messages.push({ role: 'assistant', content: asked.content });
messages.push({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: call.id, content: '{"temperature": 21, "condition": "sunny"}' }],
});
const stream = client.messages.stream({ model: 'demo', max_tokens: 128, tools, messages });
process.stdout.write('answers: ');
stream.on('text', (text) => process.stdout.write(text));
const response = await stream.finalMessage();
console.log();
assert.equal(response.stop_reason, 'end_turn');
