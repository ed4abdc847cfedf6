import { EventEmitter } from 'node:events';
import { EarlySignals } from '#src/early-signals.js';

/** A process as far as signals know it. What a real one would do by itself where nobody listens is told by `heard`. */
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

describe('signals that come while the program is being read', () => {
  it.each(['SIGTERM', 'SIGINT'])(
    '%s ends a service that is the first process of a container, which the system would keep it from',
    (signal) => {
      const pretended = new PretendedProcess(1);
      hear(pretended, true);
      expect(pretended.send(signal)).toBe(true);
      expect(pretended.codes).toEqual([0]);
    },
  );

  it.each(['SIGTERM', 'SIGINT'])('%s ends any other by itself, at once, however much is still to be read', (signal) => {
    const pretended = new PretendedProcess(4711);
    hear(pretended, true);
    expect(pretended.send(signal)).toBe(false);
  });

  it.each([1, 4711])('SIGHUP does not end a service, and is told to whoever takes over: process %i', (pid) => {
    const pretended = new PretendedProcess(pid);
    const early = hear(pretended, true);
    expect(pretended.send('SIGHUP')).toBe(true);
    expect(pretended.codes).toEqual([]);
    expect(early.handOver()).toEqual({ hungUp: true });
  });

  it('are nothing of it any more once somebody took over', () => {
    const pretended = new PretendedProcess(1);
    expect(hear(pretended, true).handOver()).toEqual({ hungUp: false });
    expect(['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => pretended.send(signal))).toEqual([false, false, false]);
  });

  it('end a chore by themselves, as the system has it', () => {
    const pretended = new PretendedProcess(4711);
    hear(pretended, false);
    expect(['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => pretended.send(signal))).toEqual([false, false, false]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ])(
    '%s ends a chore that is the first process of a container, which the system would keep it from: %i',
    (signal, code) => {
      const pretended = new PretendedProcess(1);
      hear(pretended, false);
      expect(pretended.send(signal)).toBe(true);
      expect(pretended.codes).toEqual([code]);
    },
  );
});
