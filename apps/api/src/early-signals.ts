// Signals that arrive before their handlers are installed: loading the program takes a second on a busy machine.
import { constants } from 'node:os';

/** The signal interface of a process. */
interface Signalled {
  readonly pid: number;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** Exit code base of a shell for a program ended by a signal. */
const endedBySignal = 128;
const firstPid = 1;

/**
 * Handles signals while the service loads: a hang-up is remembered. Termination signals are left to the system,
 * except for the first process of a container: the system does not deliver signals without a handler to that one.
 */
export class EarlySignals {
  readonly #process: Signalled;
  readonly #listeners = new Map<NodeJS.Signals, () => void>();
  #hangUpReceived = false;

  constructor(process: Signalled, serves: boolean) {
    this.#process = process;
    if (process.pid === firstPid) {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
        this.#listeners.set(signal, () => process.exit(serves ? 0 : endedBySignal + constants.signals[signal]));
    }
    if (serves) this.#listeners.set('SIGHUP', () => void (this.#hangUpReceived = true));
    for (const [signal, listener] of this.#listeners) process.on(signal, listener);
  }

  /** Removes the handlers; returns whether there was a hang-up. */
  handOver(): { readonly hangUpReceived: boolean } {
    for (const [signal, listener] of this.#listeners) this.#process.off(signal, listener);
    return { hangUpReceived: this.#hangUpReceived };
  }
}
