import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { buildConnector } from 'undici';
import { PendingConnections } from '#src/concurrency/pending-connections.js';

/** How a connection came to be, or why it did not. */
const outcome = (connect: buildConnector.connector, to: buildConnector.Options): Promise<unknown> =>
  new Promise((resolve) => connect(to, (error, socket) => resolve(error ?? socket)));

const nowhere = { hostname: 'nowhere.test', protocol: 'http:', port: '80' };
const unanswered = buildConnector({ lookup: () => undefined });

describe('connections that are being made', () => {
  it('tracks connections until they are established', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connections = new PendingConnections();
    const connected = outcome(connections.watch(buildConnector({})), {
      hostname: '127.0.0.1',
      protocol: 'http:',
      port: String(port),
    });
    expect(connections.size).toBe(1);
    const socket = await connected;
    expect(connections.size).toBe(0);
    if (socket instanceof Socket) socket.destroy();
    server.close();
  });

  it('are known until they have failed', async () => {
    const connections = new PendingConnections();
    const failed = outcome(connections.watch(buildConnector({})), {
      hostname: '127.0.0.1',
      protocol: 'http:',
      port: '1',
    });
    expect(connections.size).toBe(1);
    expect(await failed).toMatchObject({ code: 'ECONNREFUSED' });
    expect(connections.size).toBe(0);
  });

  it('reports pending connections to undici, which ends those without a waiting request', async () => {
    const connections = new PendingConnections();
    let socket: unknown;
    const ended = outcome((options, callback) => (socket = connections.watch(unanswered)(options, callback)), nowhere);
    (socket as Socket).destroy(new Error('not wanted'));
    expect(await ended).toMatchObject({ message: 'not wanted' });
    expect(connections.size).toBe(0);
  });

  it('aborts pending connections one by one before they are established', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connections = new PendingConnections();
    const asked: Promise<unknown>[] = [];
    const ask = (
      connect: buildConnector.connector,
      to: buildConnector.Options,
    ): ((reason: Error) => void) | undefined =>
      connections.startedBy(() => void asked.push(outcome(connections.watch(connect), to)));
    const near = ask(buildConnector({}), { hostname: '127.0.0.1', protocol: 'http:', port: String(port) });
    const far = ask(unanswered, nowhere);
    const farther = ask(unanswered, nowhere);
    far?.(new Error('not wanted'));
    expect(await asked[1]).toMatchObject({ message: 'not wanted' });
    expect(connections.size).toBeLessThanOrEqual(2);
    const socket = await asked[0];
    near?.(new Error('too late'));
    expect(socket).toMatchObject({ destroyed: false });
    expect(connections.startedBy(() => undefined)).toBeUndefined();
    farther?.(new Error('closed'));
    expect(await asked[2]).toMatchObject({ message: 'closed' });
    if (socket instanceof Socket) socket.destroy();
    server.close();
  });

  it('are given up with the reason', async () => {
    const connections = new PendingConnections();
    const given = outcome(connections.watch(unanswered), nowhere);
    connections.stop(new Error('closed'));
    expect(await given).toMatchObject({ message: 'closed' });
    expect(connections.size).toBe(0);
  });

  it('starts no pending connections afterwards', async () => {
    const connections = new PendingConnections();
    connections.stop(new Error('closed'));
    expect(await outcome(connections.watch(unanswered), nowhere)).toMatchObject({ message: 'closed' });
  });
});
