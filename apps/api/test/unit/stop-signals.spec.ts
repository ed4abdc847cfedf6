import { StopSignals } from '#src/stop-signals.js';

describe('a signal that asks the program to end', () => {
  it('stops it gently', () => {
    const signals = new StopSignals();
    expect(signals.stopping).toBe(false);
    expect(signals.take('SIGTERM', 5)).toBe('stop');
    expect(signals.stopping).toBe(true);
  });

  it('is ignored when it repeats at once, as with a process group', () => {
    const signals = new StopSignals();
    expect(['SIGTERM', 'SIGTERM', 'SIGTERM'].map((signal, index) => signals.take(signal, index * 400))).toEqual([
      'stop',
      'nothing',
      'nothing',
    ]);
  });

  it('ends it at once when repeated a second later', () => {
    const signals = new StopSignals();
    expect([signals.take('SIGINT', 0), signals.take('SIGINT', 999), signals.take('SIGINT', 1000)]).toEqual([
      'stop',
      'nothing',
      'force',
    ]);
  });

  it('ends it at once when another signal follows', () => {
    const signals = new StopSignals();
    expect([signals.take('SIGINT', 0), signals.take('SIGTERM', 1)]).toEqual(['stop', 'force']);
  });
});
