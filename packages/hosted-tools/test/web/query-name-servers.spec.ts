import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { queryNameServers } from '#src/web/query-name-servers.js';
import type { Resolve } from '#src/web/guarded-connect.js';
import { startNameServer, type NameServer } from './name-server.js';

let server: NameServer;
afterEach(() => server.close());

const ask = (resolve: Resolve, host: string): Promise<readonly LookupAddress[] | Error> =>
  new Promise((done) => resolve(host, (error, addresses) => done(error ?? addresses)));

it('finds all addresses of a name, of both kinds', async () => {
  server = await startNameServer({
    'A two.test': [Buffer.from([192, 0, 2, 1]), Buffer.from([192, 0, 2, 2])],
    'AAAA two.test': [Buffer.from('20010db8000000000000000000000001', 'hex')],
    'A four.test': [Buffer.from([192, 0, 2, 4])],
  });
  const resolve = queryNameServers({ servers: [server.address] });
  expect(await ask(resolve, 'two.test')).toEqual([
    { address: expect.stringMatching(/^192\.0\.2\.[12]$/) as string, family: 4 },
    { address: expect.stringMatching(/^192\.0\.2\.[12]$/) as string, family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
  expect(await ask(resolve, 'four.test')).toEqual([{ address: '192.0.2.4', family: 4 }]);
  expect(await ask(resolve, 'none.test')).toBeInstanceOf(Error);
});

it('does not block other lookups while a server does not respond, and times out itself', async () => {
  server = await startNameServer();
  const resolve = queryNameServers({ servers: [server.address], timeoutMs: 300 });
  const asking = Promise.all(Array.from({ length: 32 }, (_, n) => ask(resolve, `silent-${n}.test`)));
  const startedAt = performance.now();
  await lookup('localhost');
  expect(performance.now() - startedAt).toBeLessThan(250);
  expect(await asking).toEqual(Array.from({ length: 32 }, () => expect.any(Error) as Error));
  expect(server.asked).toBeGreaterThanOrEqual(64);
});
