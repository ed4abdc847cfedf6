// An agent session over one WebSocket with @org/sdk: nothing is stored, and the client sends only new items. Node has
// a built-in WebSocket from 22 on, and with --experimental-websocket before.
import assert from 'node:assert/strict';
import { tool, ResponsesConnection, readTextDeltas, getOutputText } from '@org/sdk';

const connection = new ResponsesConnection({ baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY });
const settings = { model: 'demo', store: false };

// The constant prefix is sent before it is needed; no model runs.
const ready = await connection.create({
  ...settings,
  input: [{ role: 'developer', content: 'Be brief.' }],
  generate: false,
});
assert.deepEqual(ready.output, []);

const introduction = await connection.create({ ...settings, previous_response_id: ready.id, input: 'My name is Ada.' });
const stream = connection.stream({ ...settings, previous_response_id: introduction.id, input: 'What is my name?' });
process.stdout.write('remembers : ');
for await (const text of readTextDeltas(stream)) process.stdout.write(text);
console.log();
const remembered = await stream.finalResponse();
assert.match(getOutputText(remembered), /Ada/);

const weather = tool({
  name: 'get_weather',
  description: 'Get the current weather in a given location',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
  parse: ({ location }) => String(location),
  run: (location) => ({ temperature: 21, condition: `sunny in ${location}` }),
});
const responses = await connection
  .runTools({ ...settings, previous_response_id: remembered.id, input: 'What is the weather in Paris?' }, [weather])
  .finalResponse();
console.log('runs tools:', getOutputText(responses));
assert.match(getOutputText(responses), /sunny in Paris/);

// Several at a time.
const counted = await Promise.all(
  ['Hello!', 'What is the capital of France?'].map((input) => connection.create({ ...settings, input })),
);
for (const response of counted) console.log('concurrent:', getOutputText(response));
assert.ok(counted.every(({ status }) => status === 'completed'));

connection.close();
