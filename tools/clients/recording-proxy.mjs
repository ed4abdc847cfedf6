// A proxy between a client and the service that forwards every byte and records both directions.
import { once } from 'node:events';
import { createServer, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/**
 * @typedef {object} Exchange one request and its response
 * @property {string} method
 * @property {string} path path with the query
 * @property {Record<string, string | string[] | undefined>} headers
 * @property {any} body parsed JSON; undefined without a body, and for a form
 * @property {number} status 101 for an upgrade, 0 until the head of the response arrives
 * @property {Record<string, string | string[] | undefined>} responseHeaders
 * @property {string} reply text of the response; the bytes of the frames after an upgrade
 * @property {boolean} whole whether the response is complete
 */

/**
 * A proxy on a free port of this machine, in front of the service at `target`.
 * @param {string} target
 */
export async function startRecordingProxy(target) {
  const { hostname, port } = new URL(target);
  /** @type {Exchange[]} */
  const exchanges = [];
  const start = ({ method = '', url = '', headers }) => {
    const exchange = {
      method,
      path: url,
      headers,
      body: undefined,
      status: 0,
      responseHeaders: {},
      reply: '',
      whole: false,
    };
    exchanges.push(exchange);
    return exchange;
  };

  const server = createServer(async (request, response) => {
    const exchange = start(request);
    const sent = await bytesOf(request);
    // Uploads are forms.
    const isForm = /^multipart\//.test(request.headers['content-type'] ?? '');
    if (!isForm) exchange.body = jsonOf(unpacked(sent, request.headers['content-encoding']));
    const onward = openRequest({ hostname, port, method: request.method, path: request.url, headers: request.headers });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.on('response', async (reply) => {
      exchange.status = reply.statusCode ?? 0;
      exchange.responseHeaders = reply.headers;
      response.writeHead(exchange.status, reply.headers);
      reply.pipe(response);
      const received = await bytesOf(reply).catch(() => void response.destroy());
      exchange.whole = received !== undefined;
      exchange.reply = unpacked(received ?? Buffer.alloc(0), reply.headers['content-encoding']);
    });
    onward.end(sent);
  });

  server.on('upgrade', (request, socket, head) => {
    const exchange = start(request);
    const onward = connect(Number(port), hostname, () => {
      const lines = request.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
      );
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.once('data', (first) => {
      exchange.status = Number(/^HTTP\/1\.1 (\d+)/.exec(first.toString('latin1'))?.[1]);
      exchange.whole = true;
    });
    // Server frames are not masked, and no client of the check compresses them.
    onward.on('data', (chunk) => (exchange.reply += chunk.toString('utf8')));
    for (const [side, other] of [
      [socket, onward],
      [onward, socket],
    ])
      side.on('error', () => other.destroy()).on('close', () => other.destroy());
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    exchanges,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function unpacked(bytes, encoding) {
  const unpack = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[
    encoding
  ];
  return (unpack === undefined ? bytes : unpack(bytes)).toString('utf8');
}

function jsonOf(text) {
  if (text === '') return undefined;
  return JSON.parse(text);
}
