// Clients in a separate thread: they continue while the service's thread is busy, as clients on another machine do.
import { connect, type Socket } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Setting {
  readonly port: number;
  readonly host: string;
  readonly connections: number;
  /** One number that becomes 1 when an order is complete. */
  readonly done: SharedArrayBuffer;
}

/** What connections `from` up to `to` are to do. `send`: write `text`; `disconnect`: close; both: write, then close. */
export interface ClientOrder {
  readonly from: number;
  readonly to: number;
  readonly text?: string;
  readonly disconnect?: boolean;
}

export interface WorkerClients {
  /** Resolves when the orders are complete; the caller's event loop continues during the work. */
  order(...orders: readonly ClientOrder[]): Promise<void>;
  /** Runs the orders while the caller's thread blocks: all their data waits in the operating system afterwards. */
  orderWhileBusy(...orders: readonly ClientOrder[]): void;
  close(): Promise<void>;
}

/** Maximum time that the caller's thread blocks, in milliseconds. */
const timeoutMs = 20_000;

/** Clients that have not connected yet: the first order to each connects it. */
export function startWorkerClients(url: string, connections: number): WorkerClients {
  const { hostname, port } = new URL(url);
  const done = new SharedArrayBuffer(4);
  const state = new Int32Array(done);
  const setting: Setting = { host: hostname, port: Number(port), connections, done };
  const worker = new Worker(new URL(import.meta.url), { workerData: setting });
  const send = (orders: readonly ClientOrder[]): void => {
    Atomics.store(state, 0, 0);
    worker.postMessage(orders);
  };
  return {
    async order(...orders) {
      send(orders);
      while (Atomics.load(state, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    orderWhileBusy(...orders) {
      send(orders);
      if (Atomics.wait(state, 0, 0, timeoutMs) === 'timed-out') throw new Error('the clients did not get to it');
    },
    async close() {
      await worker.terminate();
    },
  };
}

function handleOrders({ host, port, connections, done }: Setting): void {
  const state = new Int32Array(done);
  const sockets = Array.from({ length: connections }, (): Socket | undefined => undefined);
  const carryOut = async ({ from, to, text, disconnect = false }: ClientOrder): Promise<void> => {
    for (let index = from; index < to; index += 1) {
      const socket = (sockets[index] ??= await connected(host, port));
      if (text !== undefined) await new Promise<void>((resolve) => socket.write(text, () => resolve()));
      if (disconnect) await new Promise<void>((resolve) => socket.once('close', () => resolve()).destroy());
    }
  };
  parentPort?.on('message', (orders: readonly ClientOrder[]) => {
    const all = orders.reduce((before, order) => before.then(() => carryOut(order)), Promise.resolve());
    void all.then(() => {
      Atomics.store(state, 0, 1);
      Atomics.notify(state, 0);
    });
  });
}

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => resolve(socket));
    socket.on('error', () => undefined).resume();
  });
}

if (!isMainThread) handleOrders(workerData as Setting);
