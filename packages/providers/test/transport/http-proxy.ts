// An HTTP proxy on loopback, which remembers what it was asked.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpProxy {
  readonly address: string;
  /**
   * `POST http://...` or `CONNECT host:port`, with the credentials received and the upstream key, if the proxy saw
   * one.
   */
  readonly asked: readonly {
    readonly what: string;
    readonly credentials: string | undefined;
    readonly key: string | undefined;
  }[];
  close(): Promise<void>;
}

/** Forwards requests and rejects tunnels. */
export async function startHttpProxy(): Promise<HttpProxy> {
  const asked: HttpProxy['asked'][number][] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    asked.push({ what: `${method} ${url}`, credentials: headers['proxy-authorization'], key: headers.authorization });
    const onward = request(url, { method, headers }, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ what: `CONNECT ${url}`, credentials: headers['proxy-authorization'], key: headers.authorization });
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
