import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

/** Maximum wait for the server to close the connection, in milliseconds. */
const closeTimeoutMs = 1_000;

export interface ListenerOptions {
  /** With a `query_timeout`, so that a probe ends. */
  readonly config: ClientConfig;
  /** Milliseconds between two probes. */
  readonly probeInterval: number;
  readonly onNotification: (payload: string) => void;
  /** Called once when the connection is broken; not called after `close`. */
  readonly onBroken: () => void;
}

/**
 * One connection that listens. A network that lost its route reports no error: such a connection would be silent for
 * hours and look idle. The listener therefore probes the server periodically.
 */
export class Listener {
  // Made here, so that it can be closed without the server's help.
  readonly #socket = new Socket();
  readonly #client: Client;
  readonly #options: ListenerOptions;
  #probe: NodeJS.Timeout | undefined;
  #connected = false;
  #over = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#client = new Client({ ...options.config, stream: () => this.#socket });
    this.#client.on('notification', ({ payload }) => options.onNotification(payload ?? ''));
    this.#client.on('error', () => this.#break());
    this.#client.on('end', () => this.#break());
  }

  /** Resolves once the listener cannot miss a notification in `channel`. */
  async listen(channel: string): Promise<void> {
    await this.#client.connect();
    this.#connected = true;
    await this.#client.query(`LISTEN ${channel}`);
    this.#probeLater();
  }

  /** Ends the session, and closes the connection when the server does not respond. */
  async close(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#probe);
    // A client that is ended while it connects never reports that the connection failed.
    if (this.#connected)
      await Promise.race([this.#client.end().catch(() => undefined), sleep(closeTimeoutMs, undefined, { ref: false })]);
    this.#socket.destroy();
  }

  #probeLater(): void {
    if (this.#over) return;
    this.#probe = setTimeout(() => {
      this.#client.query('SELECT 1').then(
        () => this.#probeLater(),
        () => this.#break(),
      );
    }, this.#options.probeInterval).unref();
  }

  #break(): void {
    clearTimeout(this.#probe);
    this.#socket.destroy();
    if (this.#over) return;
    this.#over = true;
    this.#options.onBroken();
  }
}
