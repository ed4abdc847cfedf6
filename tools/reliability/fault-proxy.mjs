// A TCP proxy that makes a connection slow, silent or broken.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * @typedef {object} ProxyAddresses
 * @property {string | number} listen path or loopback port
 * @property {string | number} target path or loopback port
 */

/**
 * Starts a proxy without faults.
 * @param {ProxyAddresses} addresses
 */
export async function startFaultProxy({ listen, target }) {
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  /** Chunks that a frozen connection buffers, in order. */
  let buffered = [];
  let frozen = false;
  let delayMs = 0;

  const server = createServer((client) => {
    const upstream = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1');
    relay(client, upstream);
    relay(upstream, client);
  });
  if (typeof listen === 'string') server.listen(listen);
  else server.listen(listen, '127.0.0.1');
  await once(server, 'listening');

  function relay(from, to) {
    sockets.add(from);
    // Deliveries in one direction stay in order, even if the delay changes in between.
    let last = 0;
    const deliver = (step) => {
      last = Math.max(last, performance.now() + delayMs / 2);
      const act = () => (frozen ? buffered.push(step) : step());
      const wait = last - performance.now();
      if (wait <= 0.5 && !frozen) act();
      else setTimeout(act, Math.max(1, wait));
    };
    from.on('data', (chunk) => deliver(() => to.write(chunk)));
    from.on('end', () => deliver(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      deliver(() => to.destroySoon());
    });
  }

  return {
    get connections() {
      return sockets.size / 2;
    },
    /**
     * Adds this many milliseconds to every round trip.
     * @param {number} ms
     */
    slowDown(ms) {
      delayMs = ms;
    },
    /** Stops all data in both directions without closing the connections. */
    freeze() {
      frozen = true;
    },
    /** Delivers the buffered data. */
    thaw() {
      frozen = false;
      const steps = buffered;
      buffered = [];
      for (const step of steps) step();
    },
    /** Resets every connection; new ones are accepted. */
    reset() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startFaultProxy>>} FaultProxy */
