// A fake hub on loopback: one server for file metadata, and another one, like a CDN, for their bytes.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model hub on loopback that a test controls. */
export interface HubServer {
  readonly endpoint: string;
  /** Path in the hub, `/ORG/REPO/resolve/main/FILE`, to content. */
  readonly files: Map<string, Buffer>;
  /** Received requests, in order: method, server, path, range. */
  readonly requests: {
    readonly method: string;
    readonly from: 'hub' | 'bytes';
    readonly path: string;
    readonly range?: string;
    readonly authorization?: string;
  }[];
  /** Responds instead of the hub; false delegates to the hub. */
  hub: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** How bytes are delivered. Default: as asked. */
  deliver: (content: Buffer, request: IncomingMessage, response: ServerResponse) => void;
  /** Makes the hub report a wrong checksum. */
  lie: boolean;
  close(): Promise<void>;
}

/** Sends the range that the request asks for, or all of `content`. */
export function deliverAsAsked(content: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from === 0) response.writeHead(200, { 'content-length': content.length }).end(content);
  else
    response
      .writeHead(206, {
        'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
        'content-length': content.length - from,
      })
      .end(content.subarray(from));
}

/** Starts a hub without files. The test closes it. */
export async function startHubServer(): Promise<HubServer> {
  const recordRequest = (
    from: 'hub' | 'bytes',
    { method = '', url = '', headers: { range, authorization } }: IncomingMessage,
  ): void => {
    hub.requests.push({
      method,
      from,
      path: url,
      ...(range === undefined ? {} : { range }),
      ...(authorization === undefined ? {} : { authorization }),
    });
  };
  const bytes = createServer((request, response) => {
    recordRequest('bytes', request);
    const content = hub.files.get(decodeURIComponent((request.url ?? '').replace(/\?.*$/, '')));
    if (content === undefined) response.writeHead(404).end();
    else hub.deliver(content, request, response);
  });
  const front = createServer((request, response) => {
    recordRequest('hub', request);
    if (hub.hub(request, response)) return;
    const tree = /^\/api\/models\/([^/]+\/[^/]+)\/tree\/([^/?]+)\?recursive=true$/.exec(request.url ?? '');
    if (tree !== null) {
      const prefix = `/${tree[1]}/resolve/${tree[2]}/`;
      const listed = [...hub.files].filter(([path]) => path.startsWith(prefix));
      const entries = listed.map(([path, { length: size }]) => ({
        type: 'file',
        path: path.slice(prefix.length),
        size,
      }));
      response.writeHead(entries.length === 0 ? 404 : 200).end(JSON.stringify(entries));
      return;
    }
    const content = hub.files.get(decodeURIComponent(request.url ?? ''));
    if (content === undefined) {
      response.writeHead(404).end();
      return;
    }
    const sum = createHash('sha256')
      .update(content)
      .update(hub.lie ? 'x' : '')
      .digest('hex');
    response
      .writeHead(302, {
        location: `http://127.0.0.1:${portOf(bytes)}${request.url}?signed=1`,
        'x-linked-etag': `"${sum}"`,
        'x-linked-size': String(content.length),
        etag: '"of the pointer"',
      })
      .end();
  });
  for (const server of [bytes, front]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hub: HubServer = {
    endpoint: `http://127.0.0.1:${portOf(front)}`,
    files: new Map(),
    requests: [],
    hub: () => false,
    deliver: deliverAsAsked,
    lie: false,
    async close() {
      for (const server of [bytes, front]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return hub;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
