// The baseline for the service: both dialects over chat completions with only `node:http` and undici. It parses,
// translates both ways and streams; it validates nothing, stores nothing and has no keys.
//
//   node plain-translation.mjs http://127.0.0.1:UPSTREAM/v1 [port]     prints its port
import { createServer } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { Pool } from 'undici';
import * as messages from './plain-messages.mjs';
import * as responses from './plain-responses.mjs';

const upstream = new URL(process.argv[2]);
const pool = new Pool(upstream.origin, { connections: 1024 });
const headers = { 'content-type': 'application/json' };
const streamHead = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
let count = 0;

const server = createServer((request, reply) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    respond(request.url, JSON.parse(Buffer.concat(chunks).toString()), reply).catch(() => {
      if (!reply.headersSent) reply.writeHead(502);
      reply.end();
    });
  });
});

async function respond(url, request, reply) {
  const dialect = url === '/v1/messages' ? messages : responses;
  const disconnected = new AbortController();
  reply.on('close', () => {
    if (!reply.writableFinished) disconnected.abort();
  });
  const body = JSON.stringify(dialect.toChat(request));
  const upstreamResponse = await pool.request({
    method: 'POST',
    path: `${upstream.pathname}/chat/completions`,
    headers,
    body,
    signal: disconnected.signal,
  });
  const id = `bench_${count++}`;
  if (request.stream !== true) {
    const text = JSON.stringify(dialect.fromChat(JSON.parse(await upstreamResponse.body.text()), id, request));
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    reply.end(text);
    return;
  }
  reply.writeHead(200, streamHead);
  await translate(upstreamResponse.body, new dialect.FrameMaker(id, request), reply);
}

/** One write per read: frames that arrive together go out together. */
async function translate(body, maker, reply) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop();
    let frames = '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const data = line.slice(6);
      frames += data === '[DONE]' ? maker.end() : maker.push(JSON.parse(data));
    }
    if (frames !== '' && !reply.write(frames)) await new Promise((resolve) => reply.once('drain', resolve));
  }
  reply.end();
}

server.keepAliveTimeout = 75_000;
server.listen(Number(process.argv[3] ?? 0), '127.0.0.1', 4096, () =>
  process.stdout.write(`${server.address().port}\n`),
);
