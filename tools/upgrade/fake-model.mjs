// The chat-completions server of the stored models.
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * A chat-completions server whose response is a function of the received messages. Keywords in the last message
 * control it: [reason] [call] [length] [long] [refuse], and [slow] (sends nothing) or [partial] (sends a little, then
 * nothing) while `hanging` is true.
 */
export async function startModel() {
  const model = { hanging: false, seen: [], url: '', close: async () => undefined };
  const open = new Set();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece) => (text += piece));
    request.on('end', () => {
      if (request.method === 'GET')
        return void json(response, 200, {
          object: 'list',
          data: [{ id: 'fake', object: 'model', created: 1, owned_by: 'fixture' }],
        });
      const body = JSON.parse(text);
      model.seen.push({
        messages: body.messages,
        ...(body.tools === undefined ? {} : { tools: body.tools.map((tool) => tool.function?.name) }),
      });
      reply(model, body, response);
    });
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  model.url = `http://127.0.0.1:${server.address().port}/v1`;
  model.close = async () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return model;
}

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const wordsOf = (content) =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => part.text ?? `(${part.type})`).join(' ')
      : '';

function reply(model, { messages, tools, stream }, response) {
  const last = wordsOf(messages.at(-1)?.content);
  const told = (word) => last.includes(`[${word}]`);
  if (told('refuse'))
    return json(response, 400, {
      error: { message: 'The fake model refuses this.', type: 'invalid_request_error', code: 'refused' },
    });
  const reasoning = told('reason') ? 'First I count the messages. Then I answer.' : undefined;
  const call =
    told('call') && tools !== undefined
      ? {
          id: `call_fixture_${messages.length}`,
          type: 'function',
          function: { name: tools[0].function.name, arguments: '{"city":"Z\\u00fcrich","id":12345678901234567890}' },
        }
      : undefined;
  const content =
    call === undefined
      ? `You said "${last.slice(0, 48).toWellFormed()}". I was shown ${messages.length} message(s). ✓`
      : null;
  const long = told('long') && content !== null ? ` ${'Once more. '.repeat(1700)}` : ''; // Some 1,170 chunks.
  const reason = call !== undefined ? 'tool_calls' : told('length') ? 'length' : 'stop';
  const usage = { prompt_tokens: 10 * messages.length, completion_tokens: 7, total_tokens: 10 * messages.length + 7 };
  const frame = { id: 'chatcmpl-fixture', created: 1_700_000_000, model: 'fake' };
  const hangs = model.hanging && (told('slow') || told('partial'));
  if (hangs && told('slow')) return; // Until the client disconnects, or the test ends.
  if (stream !== true) {
    if (hangs) return;
    const message = {
      role: 'assistant',
      content,
      ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
      ...(call === undefined ? {} : { tool_calls: [call] }),
    };
    return json(response, 200, {
      ...frame,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: reason }],
      usage,
    });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const say = (delta, finish = null) =>
    response.write(
      `data: ${JSON.stringify({ ...frame, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  say({ role: 'assistant', content: '' });
  if (reasoning !== undefined) for (const piece of reasoning.match(/.{1,20}/gsu)) say({ reasoning_content: piece });
  if (call !== undefined) say({ tool_calls: [{ index: 0, ...call }] });
  const pieces = content === null ? [] : `${content}${long}`.match(/.{1,16}/gsu);
  for (const piece of hangs ? pieces.slice(0, 2) : pieces) say({ content: piece });
  if (hangs) return;
  say({}, reason);
  response.write(`data: ${JSON.stringify({ ...frame, object: 'chat.completion.chunk', choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}
