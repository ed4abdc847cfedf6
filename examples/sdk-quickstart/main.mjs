// Create, stream and continue with @org/sdk.
import assert from 'node:assert/strict';
import { ModelResponseClient } from '@org/sdk';

const client = new ModelResponseClient({ baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY });

const message = await client.messages.create({
  model: 'demo',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log('messages :', message.content[0].text);
assert.equal(message.stop_reason, 'end_turn');

const stream = client.responses.stream({ model: 'demo', input: 'Tell me a short story.' });
process.stdout.write('responses: ');
for await (const event of stream) if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);
const first = await stream.final();
console.log();
assert.equal(first.status, 'completed');

// The service remembers: only the new input travels.
const told = await client.responses.create({ model: 'demo', input: 'My name is Ada.' });
const asked = await client.responses.create({ model: 'demo', input: 'What is my name?', previous_response_id: told.id });
const answer = asked.output.flatMap((item) => (item.type === 'message' ? item.content : [])).map((part) => part.text).join('');
console.log('remembers:', answer);
assert.match(answer, /Ada/);

await client.responses.delete(told.id);
await assert.rejects(client.responses.retrieve(told.id), { name: 'ApiError', status: 404 });
