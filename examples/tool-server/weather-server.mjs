// An MCP server with one tool, built with the official @modelcontextprotocol/server package.
import { createServer } from 'node:http';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

const tool = {
  name: 'get_weather',
  description: 'Get the current weather for a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  annotations: { readOnlyHint: true },
};

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'weather', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [tool] }));
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [
      { type: 'text', text: JSON.stringify({ city: params.arguments?.city, temperature: 21, condition: 'sunny' }) },
    ],
  }));
  return server;
});

/** Listens on the address in service.yaml; resolves once it does. */
export async function startWeatherServer() {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const reply = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method,
        headers: Object.entries(request.headers),
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(8931, '127.0.0.1', resolve));
  return server;
}
