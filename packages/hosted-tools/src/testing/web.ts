// A small web on loopback for the tests: 127.0.0.1 represents the public Internet, 127.0.0.2 the private network.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FetchSettings } from '../web/fetch-settings.js';
import { defaultFetchSettings } from '../web/fetch-settings.js';
import type { Resolve } from '../web/guarded-connect.js';
import { MediaFetcher, type FetchRecord, type MediaFetcherOptions } from '../web/media-fetcher.js';

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  readonly port: number;
  /** Paths that were asked for. */
  readonly requests: IncomingMessage[];
  /** Connections that were accepted. */
  connections: number;
  readonly open: Set<Socket>;
  respond: Respond;
  close(): Promise<void>;
}

export async function startSite(address: string, port = 0): Promise<Site> {
  const server = createServer((request, response) => {
    site.requests.push(request);
    site.respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  const site: Site = {
    port: (server.address() as AddressInfo).port,
    requests: [],
    connections: 0,
    open: new Set(),
    respond: (_, response) => response.end(png),
    async close() {
      for (const socket of site.open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('connection', (socket: Socket) => {
    site.connections += 1;
    site.open.add(socket);
    socket.on('close', () => site.open.delete(socket)).on('error', () => undefined);
  });
  return site;
}

/** Resolves names to addresses, in the given order, and repeats the last address. */
export function resolving(names: Readonly<Record<string, readonly string[]>>): Resolve {
  const remaining = new Map(Object.entries(names).map(([name, addresses]) => [name, [...addresses]]));
  return (host, done) => {
    const addresses = remaining.get(host);
    const address = addresses !== undefined && addresses.length > 1 ? addresses.shift() : addresses?.[0];
    if (address === undefined) done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
    else
      done(
        null,
        address.split(' ').map((one) => ({ address: one, family: 4 })),
      );
  };
}

export interface Fetching {
  readonly fetcher: MediaFetcher;
  readonly logFields: FetchRecord[];
}

export function startFetching(settings: Partial<FetchSettings>, options: Partial<MediaFetcherOptions> = {}): Fetching {
  const logFields: FetchRecord[] = [];
  const fetcher = new MediaFetcher({
    settings: { ...defaultFetchSettings, timeoutMs: 3000, ...settings },
    record: (record) => logFields.push(record),
    policy: (address) => address === '127.0.0.1',
    ...options,
  });
  return { fetcher, logFields };
}
