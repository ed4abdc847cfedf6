import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { startHeartbeat } from '#src/websocket/heartbeat.js';

const periodMs = 20;

/** A connection as the heartbeat uses it. */
class Peer extends EventEmitter {
  pings = 0;
  disconnect = 0;
  readonly transport = { bytesWritten: 0, writableLength: 0 };

  constructor() {
    super();
    startHeartbeat(this as unknown as WebSocket, this.transport as unknown as Socket, periodMs);
  }

  ping(): void {
    this.pings += 1;
    this.emit('pinged');
  }

  terminate(): void {
    this.disconnect += 1;
    this.emit('close');
  }

  /** Runs until the connection is closed or `pings` pings are sent. */
  async until(pings: number): Promise<void> {
    while (this.disconnect === 0 && this.pings < pings) await new Promise((resolve) => setTimeout(resolve, periodMs));
  }
}

describe('a connection', () => {
  it.each(['pong', 'ping', 'message'])('stays open while its peer responds each time: %s', async (sign) => {
    const peer = new Peer();
    peer.on('pinged', () => peer.emit(sign));
    await peer.until(4);
    expect([peer.disconnect, peer.pings >= 4]).toEqual([0, true]);
    peer.emit('close');
  });

  it('is closed once after one ping without a response and receives no more pings', async () => {
    const peer = new Peer();
    await peer.until(100);
    const { pings } = peer;
    await new Promise((resolve) => setTimeout(resolve, 5 * periodMs));
    expect([peer.disconnect, pings, peer.pings]).toEqual([1, 1, 1]);
  });

  it('stays open while its peer reads a little of a long backlog each time, even without a pong', async () => {
    const peer = new Peer();
    Object.assign(peer.transport, { bytesWritten: 1_000, writableLength: 1_000 });
    peer.on('pinged', () => (peer.transport.writableLength -= 10));
    await peer.until(4);
    expect([peer.disconnect, peer.pings >= 4]).toEqual([0, true]);
    peer.emit('close');
  });

  it('is closed when its peer reads nothing of a long backlog, whatever is added to it', async () => {
    const peer = new Peer();
    Object.assign(peer.transport, { bytesWritten: 1_000, writableLength: 1_000 });
    peer.on('pinged', () => {
      peer.transport.bytesWritten += 10;
      peer.transport.writableLength += 10;
    });
    await peer.until(100);
    expect([peer.disconnect, peer.pings]).toEqual([1, 1]);
  });

  it('receives no more pings when it is closed', async () => {
    const peer = new Peer();
    peer.emit('close');
    await new Promise((resolve) => setTimeout(resolve, 5 * periodMs));
    expect([peer.disconnect, peer.pings]).toEqual([0, 0]);
  });
});
