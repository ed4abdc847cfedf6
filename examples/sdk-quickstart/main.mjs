// Create, stream, continue, run tools, get JSON, read a background response and wait for a batch with @org/sdk.
import assert from 'node:assert/strict';
import { parseJsonOutput, ModelResponseClient, readTextDeltas, getOutputText } from '@org/sdk';

const client = new ModelResponseClient({ baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY });

const message = await client.messages.create({
  model: 'demo',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log('messages  :', getOutputText(message));
assert.equal(message.stop_reason, 'end_turn');

const stream = client.responses.stream({ model: 'demo', input: 'Tell me a short story.' });
process.stdout.write('responses : ');
for await (const text of readTextDeltas(stream)) process.stdout.write(text);
const first = await stream.finalResponse();
console.log();
assert.equal(first.status, 'completed');

// The service remembers: only the new input travels.
const introduction = await client.responses.create({ model: 'demo', input: 'My name is Ada.' });
const asked = await client.responses.create({
  model: 'demo',
  input: 'What is my name?',
  previous_response_id: introduction.id,
});
console.log('remembers :', getOutputText(asked));
assert.match(getOutputText(asked), /Ada/);

// The model calls the tool, this program runs it, and the model uses the result.
const weather = {
  name: 'get_weather',
  description: 'Get the current weather in a given location',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
  run: ({ location }) => ({ temperature: 21, condition: `sunny in ${location}` }),
};
const finalResponse = await client.responses
  .runTools({ model: 'demo', input: 'What is the weather in Paris?' }, [weather])
  .finalResponse();
console.log('runs tools:', getOutputText(finalResponse));
assert.match(getOutputText(finalResponse), /sunny in Paris/);

// A structured output, validated by any schema library.
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
};
const formed = await client.responses.create({
  model: 'demo',
  input: 'Ada is 36 years old.',
  text: { format: { type: 'json_schema', name: 'person', schema } },
});
const person = parseJsonOutput(formed, ({ name, age }) => ({ name: String(name), age: Number(age) }));
console.log('JSON      :', person);
assert.ok(Number.isInteger(person.age));

// The client need not stay connected: a background response is generated anyway, and can be read to its end later.
const { id } = await client.responses.create({ model: 'demo', input: 'Count from 1 to 5.', background: true });
const counted = await client.responses.follow(id).finalResponse();
console.log('background:', getOutputText(counted));
assert.equal(counted.status, 'completed');

const questions = ['Hello!', 'What is the capital of France?'];
const requests = questions.map((content, n) => ({
  custom_id: `question-${n}`,
  params: { model: 'demo', max_tokens: 64, messages: [{ role: 'user', content }] },
}));
const batch = await client.messages.batches.create({ requests });
await client.messages.batches.wait(batch.id, {
  onProgress: ({ request_counts: { succeeded } }) => console.log('batch     :', succeeded, 'of', requests.length),
});
for await (const { custom_id: name, result } of client.messages.batches.results(batch.id)) {
  assert.equal(result.type, 'succeeded');
  console.log('batch     :', name, getOutputText(result.message));
}

await client.responses.delete(introduction.id);
await assert.rejects(client.responses.retrieve(introduction.id), { name: 'ApiError', status: 404 });
