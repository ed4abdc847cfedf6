import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { buildConnector } from 'undici';
import { ConnectionsInMaking } from '#src/concurrency/connections-in-making.js';

/** How a connection came to be, or why it did not. */
const outcome = (connect: buildConnector.connector, to: buildConnector.Options): Promise<unknown> =>
  new Promise((resolve) => connect(to, (error, socket) => resolve(error ?? socket)));

const nowhere = { hostname: 'nowhere.test', protocol: 'http:', port: '80' };
const unanswered = buildConnector({ lookup: () => undefined });

describe('connections that are being made', () => {
  it('are known until they are there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const making = new ConnectionsInMaking();
    const connected = outcome(making.watch(buildConnector({})), {
      hostname: '127.0.0.1',
      protocol: 'http:',
      port: String(port),
    });
    expect(making.size).toBe(1);
    const socket = await connected;
    expect(making.size).toBe(0);
    if (socket instanceof Socket) socket.destroy();
    server.close();
  });

  it('are known until they have failed', async () => {
    const making = new ConnectionsInMaking();
    const failed = outcome(making.watch(buildConnector({})), { hostname: '127.0.0.1', protocol: 'http:', port: '1' });
    expect(making.size).toBe(1);
    expect(await failed).toMatchObject({ code: 'ECONNREFUSED' });
    expect(making.size).toBe(0);
  });

  it('are told to undici, which ends those that nobody waits for any more', async () => {
    const making = new ConnectionsInMaking();
    let socket: unknown;
    const ended = outcome((options, callback) => (socket = making.watch(unanswered)(options, callback)), nowhere);
    (socket as Socket).destroy(new Error('not wanted'));
    expect(await ended).toMatchObject({ message: 'not wanted' });
    expect(making.size).toBe(0);
  });

  it('can be given up one by one, as long as they are not there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const making = new ConnectionsInMaking();
    const asked: Promise<unknown>[] = [];
    const ask = (
      connect: buildConnector.connector,
      to: buildConnector.Options,
    ): ((reason: Error) => void) | undefined =>
      making.begunBy(() => void asked.push(outcome(making.watch(connect), to)));
    const near = ask(buildConnector({}), { hostname: '127.0.0.1', protocol: 'http:', port: String(port) });
    const far = ask(unanswered, nowhere);
    const farther = ask(unanswered, nowhere);
    far?.(new Error('not wanted'));
    expect(await asked[1]).toMatchObject({ message: 'not wanted' });
    expect(making.size).toBeLessThanOrEqual(2);
    const socket = await asked[0];
    near?.(new Error('too late'));
    expect(socket).toMatchObject({ destroyed: false });
    expect(making.begunBy(() => undefined)).toBeUndefined();
    farther?.(new Error('closed'));
    expect(await asked[2]).toMatchObject({ message: 'closed' });
    if (socket instanceof Socket) socket.destroy();
    server.close();
  });

  it('are given up with the reason', async () => {
    const making = new ConnectionsInMaking();
    const given = outcome(making.watch(unanswered), nowhere);
    making.stop(new Error('closed'));
    expect(await given).toMatchObject({ message: 'closed' });
    expect(making.size).toBe(0);
  });

  it('are not begun any more afterwards', async () => {
    const making = new ConnectionsInMaking();
    making.stop(new Error('closed'));
    expect(await outcome(making.watch(unanswered), nowhere)).toMatchObject({ message: 'closed' });
  });
});
