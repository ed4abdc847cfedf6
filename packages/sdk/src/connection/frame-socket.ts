import { unlessAborted } from '../transport/unless-aborted.js';
import { ReceiveBuffer, type Frame } from './receive-buffer.js';
import type { ClientWebSocket } from './web-socket.js';

/**
 * Maximum number of concurrent responses of a service on one connection. The first stream has no name, so that
 * sequential programs need no stream ids.
 */
const names: readonly string[] = ['', ...Array.from({ length: 15 }, (_, n) => `lane_${n + 1}`)];
const lastTypes: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'error',
]);
const timeIsOver = 'websocket_connection_limit_reached';

/** One open connection; every response on it has its own stream. */
export class FrameSocket {
  readonly #socket: ClientWebSocket;
  readonly #receiveBuffers = new Map<string, ReceiveBuffer>();
  #waiting: (() => void)[] = [];
  #usable = true;

  constructor(socket: ClientWebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', (event) => this.#receive('data' in event ? event.data : undefined));
    socket.addEventListener('close', () => this.#end());
  }

  /** Whether the connection accepts another response. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Requests a response as soon as a stream is free. Returns undefined when the connection accepts no more. */
  async start(params: object, signal: AbortSignal): Promise<ReceiveBuffer | undefined> {
    while (this.#usable) {
      const name = names.find((each) => !this.#receiveBuffers.has(each));
      if (name !== undefined) {
        const frame = JSON.stringify({ type: 'response.create', ...params, ...(name !== '' && { stream_id: name }) });
        const receiveBuffer = new ReceiveBuffer(name);
        this.#receiveBuffers.set(name, receiveBuffer);
        this.#socket.send(frame);
        return receiveBuffer;
      }
      await unlessAborted(new Promise<void>((resolve) => this.#waiting.push(resolve)), signal);
    }
    return undefined;
  }

  /**
   * Releases a response that has no reader. The API cannot stop a single response, so the connection is closed when
   * no other response is read; otherwise the response continues and its frames are dropped.
   */
  release(receiveBuffer: ReceiveBuffer): void {
    if (this.#receiveBuffers.get(receiveBuffer.name) !== receiveBuffer) return;
    receiveBuffer.end();
    if ([...this.#receiveBuffers.values()].every(({ ended }) => ended)) this.close();
  }

  close(): void {
    this.#end();
    this.#socket.close();
  }

  #receive(data: unknown): void {
    const frame = frameOf(data);
    if (frame === undefined) {
      this.close();
      return;
    }
    // The server sends this frame once nothing is in progress. A request that crossed it was not started and also
    // receives the error.
    if (isTimeOver(frame)) this.#usable = false;
    const receiveBuffer = this.#receiveBuffers.get(typeof frame['stream_id'] === 'string' ? frame['stream_id'] : '');
    if (receiveBuffer === undefined) return;
    receiveBuffer.push(frame);
    if (!isLast(frame)) return;
    this.#receiveBuffers.delete(receiveBuffer.name);
    this.#wake();
  }

  #end(): void {
    this.#usable = false;
    for (const receiveBuffer of this.#receiveBuffers.values()) receiveBuffer.end();
    this.#receiveBuffers.clear();
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

/** Whether a response ends with this frame. */
export function isLast({ type }: Frame): boolean {
  return lastTypes.has(type);
}

/** The service closes a connection after an hour. */
export function isTimeOver({ type, error }: Frame): boolean {
  return (
    type === 'error' && typeof error === 'object' && error !== null && 'code' in error && error.code === timeIsOver
  );
}

function frameOf(data: unknown): Frame | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return isFrame(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFrame(value: unknown): value is Frame {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
