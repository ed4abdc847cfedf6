// Signals that come before anybody knows what to do with them: reading the program takes a second where the machine is busy.
import { constants } from 'node:os';

/** A process, as far as it hears signals. */
interface Signalled {
  readonly pid: number;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** What a shell says of a program that a signal has ended. */
const endedBySignal = 128;
const firstPid = 1;

/**
 * A service that is being read remembers a hang-up. What asks it to end is left to the system, unless it is the first process of a container: from
 * that one the system keeps what it does not listen for.
 */
export class EarlySignals {
  readonly #process: Signalled;
  readonly #listeners = new Map<NodeJS.Signals, () => void>();
  #hungUp = false;

  constructor(process: Signalled, serves: boolean) {
    this.#process = process;
    if (process.pid === firstPid) {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
        this.#listeners.set(signal, () => process.exit(serves ? 0 : endedBySignal + constants.signals[signal]));
    }
    if (serves) this.#listeners.set('SIGHUP', () => void (this.#hungUp = true));
    for (const [signal, listener] of this.#listeners) process.on(signal, listener);
  }

  /** Hears nothing from now on; tells whether there was a hang-up. */
  handOver(): { readonly hungUp: boolean } {
    for (const [signal, listener] of this.#listeners) this.#process.off(signal, listener);
    return { hungUp: this.#hungUp };
  }
}
