// A conversation stored by the service, with the official openai package.
import assert from 'node:assert/strict';
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: `${process.env.BASE_URL ?? 'http://127.0.0.1:8080'}/v1`,
  apiKey: process.env.API_KEY,
});

let previous;
for (const input of ['Hello! My name is Ada.', 'What is the capital of France?', 'What is my name?']) {
  const response = await client.responses.create({ model: 'demo', input, previous_response_id: previous });
  console.log(`> ${input}\n${response.output_text}`);
  previous = response.id;
}
const last = await client.responses.retrieve(previous);
assert.match(last.output.at(-1).content[0].text, /Ada/);
