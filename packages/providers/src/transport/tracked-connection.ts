import { Client, type Dispatcher } from 'undici';
import type { CallConnection } from './call-connection.js';
import { UpstreamCall } from './upstream-call.js';

/**
 * A connection to an upstream, reopened when it has ended, that knows whether it has carried a response since it
 * opened.
 */
export class TrackedConnection extends Client implements CallConnection {
  #hasResponded = false;

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on('connect', () => {
      this.#hasResponded = false;
    });
  }

  get hasResponded(): boolean {
    return this.#hasResponded;
  }

  markResponded(): void {
    this.#hasResponded = true;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof UpstreamCall) handler.connection = this;
    return super.dispatch(options, handler);
  }
}

/** What pools make their connections by. */
export function createTrackedConnection(origin: URL, options: object): TrackedConnection {
  return new TrackedConnection(origin, options);
}
