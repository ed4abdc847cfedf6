// Sends the requests of the upstream tests to a real llama-server, and records the traffic, so that the tests run
// without a server. Run it again when llama.cpp or the service's requests change; the tests then show the effect.
//
//   npm run llama-server && npx nx build @org/api && npx node tools/llama-server/record.mjs
import { createServer, request as ask } from 'node:http';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { messagesApi } from '../../packages/dialects/dist/messages.js';
import { responsesApi } from '../../packages/dialects/dist/responses.js';
import { createChatCompletionsModel, createUpstreamApiModel } from '../../packages/providers/dist/index.js';
import { buildContext, buildRequest } from '../../packages/engine/dist/testing.js';
import { readCommandLine } from '../command-line.mjs';
import { waitUntil } from '../reliability/wait-until.mjs';
import { root } from '../setup/install.mjs';
import { runDemoServer } from './run-demo-server.mjs';

readCommandLine(import.meta.url);
const server = await runDemoServer();
/** The last request and its response. */
let last;

const proxy = createServer(async (request, response) => {
  const body = await buffer(request);
  const onward = ask(`${server.origin}${request.url}`, {
    method: request.method,
    headers: { 'content-type': 'application/json' },
  });
  onward.end(body);
  const [answer] = await once(onward, 'response');
  const { 'content-type': type } = answer.headers;
  response.writeHead(answer.statusCode, { 'content-type': type });
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk;
    response.write(chunk);
  }
  response.end();
  last = { sent: JSON.parse(body), status: answer.statusCode, answer: text.split('\n').filter((line) => line !== '') };
}).listen(0, '127.0.0.1');
await once(proxy, 'listening');
const origin = `http://127.0.0.1:${proxy.address().port}`;

try {
  await record(join(root, 'packages/providers/test/chat-completions/llama-cpp.json'), async (cases) => {
    const languageModel = createChatCompletionsModel({
      id: 'demo',
      model: 'demo',
      baseUrl: `${origin}/v1`,
      profile: 'llama-cpp',
    });
    return await recordCases(cases, languageModel);
  });
  await record(join(root, 'packages/dialects/test/upstream/llama-cpp.json'), async ({ messages, responses }) => ({
    messages: await recordCases(
      messages,
      createUpstreamApiModel({ id: 'demo', model: 'demo', baseUrl: origin, api: messagesApi }),
    ),
    responses: await recordCases(
      responses,
      createUpstreamApiModel({ id: 'demo', model: 'demo', baseUrl: origin, api: responsesApi }),
    ),
  }));
} finally {
  proxy.close();
  await server.close();
}

async function record(file, make) {
  const recorded = await make(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 1)}\n`);
}

async function recordCases(cases, languageModel) {
  const recorded = [];
  for (const { name, request } of cases) {
    last = undefined;
    let outcome = 'answered';
    try {
      for await (const _ of languageModel.generate(buildRequest(request.messages, request), buildContext()));
    } catch (error) {
      outcome = `${error.code}: ${error.message}`;
    }
    // The server continues to write an aborted response for a moment.
    const exchange = await waitUntil('the end of the response', () => last);
    process.stdout.write(`${name}: ${exchange.status}, ${outcome}\n`);
    recorded.push({ name, request, ...exchange });
  }
  await languageModel.close();
  return recorded;
}
