// A small web on loopback for the tests: 127.0.0.1 stands for the public Internet, 127.0.0.2 for what lies behind the wall.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FetchSettings } from '../media/fetch-settings.js';
import { defaultFetchSettings } from '../media/fetch-settings.js';
import type { Resolve } from '../media/guarded-connect.js';
import { MediaFetcher, type FetchNote, type MediaFetcherOptions } from '../media/media-fetcher.js';

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  readonly port: number;
  /** Paths that were asked for. */
  readonly requests: IncomingMessage[];
  /** Connections that were accepted. */
  connections: number;
  readonly open: Set<Socket>;
  answer: Answer;
  close(): Promise<void>;
}

export async function startSite(address: string, port = 0): Promise<Site> {
  const server = createServer((request, response) => {
    site.requests.push(request);
    site.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  const site: Site = {
    port: (server.address() as AddressInfo).port,
    requests: [],
    connections: 0,
    open: new Set(),
    answer: (_, response) => response.end(png),
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

/** Names to addresses, each answer used once and the last one again. */
export function resolving(names: Readonly<Record<string, readonly string[]>>): Resolve {
  const left = new Map(Object.entries(names).map(([name, addresses]) => [name, [...addresses]]));
  return (host, done) => {
    const addresses = left.get(host);
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
  readonly notes: FetchNote[];
}

export function startFetching(settings: Partial<FetchSettings>, options: Partial<MediaFetcherOptions> = {}): Fetching {
  const notes: FetchNote[] = [];
  const fetcher = new MediaFetcher({
    settings: { ...defaultFetchSettings, timeoutMs: 3000, ...settings },
    note: (note) => notes.push(note),
    policy: (address) => address === '127.0.0.1',
    ...options,
  });
  return { fetcher, notes };
}
