// What the client of the responses API reads from a stream with silences: its events, or the frames of a WebSocket.
import { openaiClient, options, report, require } from './kit.mjs';

const client = openaiClient({ maxRetries: 0 });
const body = { model: options.model, input: 'Hello.', ...options.more };
const contentOf = ({ output }) => ({
  thinks: output.flatMap(({ summary = [] }) => summary.map(({ text }) => text)).join(''),
  text: output.flatMap(({ content = [] }) => content.map(({ text }) => text)).join(''),
  calls: output.flatMap(({ type, name, arguments: args }) =>
    type === 'function_call' ? [{ name, input: JSON.parse(args) }] : [],
  ),
});

async function readSocket() {
  const { ResponsesWS } = require('openai/resources/responses/ws');
  const socket = new ResponsesWS(client);
  socket.send({ type: 'response.create', ...body });
  for await (const { type, message, error } of socket.stream()) {
    if (type === 'error') throw error;
    if (message?.type !== 'response.completed') continue;
    socket.close();
    return message.response;
  }
  throw new Error('The socket closed before the response was complete.');
}

async function readEvents() {
  let last;
  for await (const event of await client.responses.create({ ...body, stream: true })) last = event;
  return last.response;
}

const helped = () => client.responses.stream(body).finalResponse();
const reads = options.socket ? [readSocket()] : [readEvents(), helped()];
report((await Promise.all(reads)).map(contentOf));
