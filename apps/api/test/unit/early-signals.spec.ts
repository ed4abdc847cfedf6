import { EventEmitter } from 'node:events';
import { EarlySignals } from '#src/early-signals.js';

/** A process as far as signals are concerned. `heard` reports what a real one does by default without a listener. */
class PretendedProcess extends EventEmitter {
  readonly codes: number[] = [];

  constructor(readonly pid: number) {
    super();
  }

  /** Whether anybody listened. */
  send(signal: string): boolean {
    return this.emit(signal, signal);
  }

  exit(code: number): void {
    this.codes.push(code);
  }
}

const hear = (pretended: PretendedProcess, serves: boolean): EarlySignals => new EarlySignals(pretended, serves);

describe('signals that arrive while the program loads', () => {
  it.each(['SIGTERM', 'SIGINT'])(
    '%s ends a service that is PID 1 of a container, where the default action does not apply',
    (signal) => {
      const pretended = new PretendedProcess(1);
      hear(pretended, true);
      expect(pretended.send(signal)).toBe(true);
      expect(pretended.codes).toEqual([0]);
    },
  );

  it.each(['SIGTERM', 'SIGINT'])(
    '%s ends any other process by default, at once, even while modules still load',
    (signal) => {
      const pretended = new PretendedProcess(4711);
      hear(pretended, true);
      expect(pretended.send(signal)).toBe(false);
    },
  );

  it.each([1, 4711])('SIGHUP does not end a service and is forwarded to the later listener: process %i', (pid) => {
    const pretended = new PretendedProcess(pid);
    const early = hear(pretended, true);
    expect(pretended.send('SIGHUP')).toBe(true);
    expect(pretended.codes).toEqual([]);
    expect(early.handOver()).toEqual({ hangUpReceived: true });
  });

  it('are ignored by the early handler once another handler takes over', () => {
    const pretended = new PretendedProcess(1);
    expect(hear(pretended, true).handOver()).toEqual({ hangUpReceived: false });
    expect(['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => pretended.send(signal))).toEqual([false, false, false]);
  });

  it('end a maintenance command by their default action', () => {
    const pretended = new PretendedProcess(4711);
    hear(pretended, false);
    expect(['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => pretended.send(signal))).toEqual([false, false, false]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ])(
    '%s ends a maintenance command that is PID 1 of a container, where the default action does not apply: %i',
    (signal, code) => {
      const pretended = new PretendedProcess(1);
      hear(pretended, false);
      expect(pretended.send(signal)).toBe(true);
      expect(pretended.codes).toEqual([code]);
    },
  );
});
