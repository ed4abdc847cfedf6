// A Model Context Protocol server with one tool, over standard input and output.
import { createInterface } from 'node:readline';

const tool = {
  name: 'weigh',
  description: 'Weighs a word.',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};

const handlers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'scales', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: { word } }) => ({ content: [{ type: 'text', text: `${word} weighs ${word.length}` }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const handler = handlers[method];
  const reply =
    handler === undefined ? { error: { code: -32601, message: `no method ${method}` } } : { result: handler(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
});
