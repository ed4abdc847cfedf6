// An MCP server whose tools the service calls itself: the model requests the call, the user approves, the service
// calls, the model responds.
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { startWeatherServer } from './weather-server.mjs';

const server = await startWeatherServer();
const client = new OpenAI({
  baseURL: `${process.env.BASE_URL ?? 'http://127.0.0.1:8080'}/v1`,
  apiKey: process.env.API_KEY,
});
const tools = [{ type: 'mcp', server_label: 'weather', connector_id: 'weather' }];

const asked = await client.responses.create({ model: 'demo', tools, input: "What's the weather in Paris?" });
const request = asked.output.find((item) => item.type === 'mcp_approval_request');
assert.ok(
  request,
  'No call waits for approval. Restart a running service with the service.yaml of this folder, which configures the MCP server.',
);
console.log('asks   :', request.name, request.arguments);

const stream = client.responses.stream({
  model: 'demo',
  tools,
  previous_response_id: asked.id,
  input: [{ type: 'mcp_approval_response', approval_request_id: request.id, approve: true }],
});
process.stdout.write('answers: ');
stream.on('response.output_text.delta', ({ delta }) => process.stdout.write(delta));
const finalResponse = await stream.finalResponse();
console.log();
const call = finalResponse.output.find((item) => item.type === 'mcp_call');
assert.equal(call?.status, 'completed');
assert.match(finalResponse.output_text, /21/);
server.close();
server.closeAllConnections();
