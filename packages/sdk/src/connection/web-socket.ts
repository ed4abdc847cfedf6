import { startTimer } from '../transport/start-timer.js';

/** The part of a WebSocket that the client uses; the standard one and those of libraries have it. */
export interface ClientWebSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: object) => void): void;
}

/** With what a WebSocket is opened. The key is in both: the service takes either. */
export interface WebSocketHandshake {
  /** The sub-protocols to offer. */
  readonly protocols: string[];
  /** Includes the headers of the options. The standard WebSocket cannot send them. */
  readonly headers: Record<string, string>;
}

/** How a WebSocket is opened, such as `(url, { headers }) => new WebSocket(url, { headers })` with that of `ws`, Node or Bun. */
export type OpenWebSocket = (url: string, handshake: WebSocketHandshake) => ClientWebSocket;

/** Name of the subprotocol, so that the server's handshake response need not repeat the key. */
const subprotocol = 'responses';
const keyProtocol = 'openai-insecure-api-key.';

/** The key as one of the subprotocols, because a web page cannot set WebSocket headers. */
export function protocolsFor(apiKey: string): string[] {
  return [subprotocol, `${keyProtocol}${apiKey}`];
}

/** The standard WebSocket. Throws TypeError where there is none, or it could not send the key. */
export const openStandardWebSocket: OpenWebSocket = (url, { protocols }) => {
  const Standard: typeof WebSocket | undefined = globalThis.WebSocket;
  if (Standard === undefined) throw new TypeError('This runtime has no WebSocket: pass one as the option `webSocket`.');
  if (!protocols.every((protocol) => /^[\w!#$%&'*+.^`|~-]+$/.test(protocol)))
    throw new TypeError(
      'The key has characters that a sub-protocol cannot contain: use the option `webSocket` to open the WebSocket with headers.',
    );
  return new Standard(url, protocols);
};

/** The address of `url` for a WebSocket. In a page it may be a path. */
export function webSocketUrl(url: string): string {
  const page: { readonly href: string } | undefined = globalThis.location;
  return new URL(url, page?.href).href.replace(/^http/, 'ws');
}

/** Resolves when it is open. Rejects with `failure` when it cannot be opened, or not in this time. */
export async function opened(socket: ClientWebSocket, failure: Error, timeoutMs: number): Promise<void> {
  let stopTimer: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (): void => reject(failure);
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', fail);
      socket.addEventListener('close', fail);
      stopTimer = startTimer(timeoutMs, () => {
        fail();
        socket.close();
      });
    });
  } finally {
    stopTimer?.();
  }
}
