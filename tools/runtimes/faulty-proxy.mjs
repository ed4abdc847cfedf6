// A proxy of the service that injects the fault named at the start of the path.
import { once } from 'node:events';
import { createServer, request as openRequest } from 'node:http';
import { openDoors } from './open-doors.mjs';

/**
 * A proxy on a free port of this machine. Below its URL:
 *   /redirect/STATUS/...   redirects the client to the service
 *   /cut/BYTES/NAME/...    ends the first response under this name after the given number of bytes
 *   /stall/BYTES/...       stops sending after the given number of bytes, and stays open
 *   /busy/TIMES/NAME/...   responds with 503 the given number of times under this name
 *   /silent/...            never responds
 * @param {string} target
 */
export async function startFaultyProxy(target) {
  const { hostname, port } = new URL(target);
  const seen = new Map();
  const timesSeen = (name) => {
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before;
  };

  const server = createServer((request, response) => {
    const [, trouble, ...rest] = (request.url ?? '').split('/');
    const arity = { redirect: 1, cut: 2, stall: 1, busy: 2, silent: 0 }[trouble] ?? 0;
    const [amount, name] = rest.slice(0, arity);
    const path = `/${rest.slice(arity).join('/')}`;
    // What a browser asks first is no business of the trouble.
    const real = request.method !== 'OPTIONS';
    if (real) {
      if (trouble === 'silent') return;
      if (trouble === 'redirect') {
        openDoors(response);
        response.writeHead(Number(amount), { location: `${target}${path}` }).end();
        return;
      }
      if (trouble === 'busy' && timesSeen(name) < Number(amount)) {
        openDoors(response);
        response.writeHead(503, { 'retry-after': '0', 'content-type': 'text/html' }).end('<h1>Busy</h1>');
        return;
      }
    }
    const ends = real && (trouble === 'stall' || (trouble === 'cut' && timesSeen(name) === 0));
    const onward = openRequest({ hostname, port, method: request.method, path, headers: request.headers });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.on('response', (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 0, upstreamResponse.headers);
      if (ends) forwardBytes(upstreamResponse, response, Number(amount), trouble === 'cut');
      else upstreamResponse.pipe(response);
    });
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes `maxBytes` bytes on. */
function forwardBytes(upstreamResponse, response, maxBytes, cut) {
  let remaining = maxBytes;
  upstreamResponse.on('data', (chunk) => {
    if (remaining > 0) response.write(chunk.subarray(0, remaining), () => remaining <= 0 && cut && response.destroy());
    remaining -= chunk.length;
  });
  upstreamResponse.on('end', () => remaining > 0 && response.end());
  upstreamResponse.on('error', () => response.destroy());
}
