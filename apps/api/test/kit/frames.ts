// A raw WebSocket client that records every frame.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { eventually } from './eventually.js';

export interface Frame {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface FrameClient {
  readonly socket: WebSocket;
  readonly frames: readonly Frame[];
  /** Code with which the connection was closed. */
  readonly closed: Promise<number>;
  send(frame: unknown): void;
  /** Sends one frame and waits for the frame that ends its response. */
  ask(frame: unknown): Promise<Frame>;
}

const last = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'error',
  'response.steer.failed',
]);

export async function openFrames(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: { protocols?: string[]; noPong?: boolean } = {},
): Promise<FrameClient> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/responses`, options.protocols ?? [], {
    headers,
    autoPong: options.noPong !== true,
  });
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Frame));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  socket.on('error', () => undefined);
  const send = (frame: unknown): void =>
    socket.send(typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame));
  return {
    socket,
    frames,
    closed,
    send,
    async ask(frame) {
      const before = frames.length;
      send(frame);
      const end = (): Frame | undefined => frames.slice(before).find(({ type }) => last.has(type));
      await eventually(() => end() !== undefined);
      return end() ?? { type: 'none' };
    },
  };
}

/** Returns status and body of a rejected upgrade. */
export async function rejectedUpgrade(
  url: string,
  headers: Readonly<Record<string, string>>,
  path = '/v1/responses',
  protocols: string[] = [],
): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: unknown }> {
  const socket = new WebSocket(url.replace('http', 'ws') + path, protocols, { headers });
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    socket.once('open', () => reject(new Error('the upgrade was not rejected')));
    socket.once('unexpected-response', (_, response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) as unknown }),
      );
    });
  });
}
