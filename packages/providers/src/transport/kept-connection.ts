import { Client, type Dispatcher } from 'undici';
import { UpstreamExchange, type Carrier } from './upstream-exchange.js';

/** A connection to an upstream, made anew when it has ended, that knows whether it has brought an answer since it was made. */
export class KeptConnection extends Client implements Carrier {
  #hasAnswered = false;

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on('connect', () => {
      this.#hasAnswered = false;
    });
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  noteAnswer(): void {
    this.#hasAnswered = true;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof UpstreamExchange) handler.carrier = this;
    return super.dispatch(options, handler);
  }
}

/** What pools make their connections by. */
export function keepConnection(origin: URL, options: object): KeptConnection {
  return new KeptConnection(origin, options);
}
