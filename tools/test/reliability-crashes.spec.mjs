// Every check of docs/measurements/reliability.md in its short form: the same code, fewer rounds.
import { checks } from '../reliability/checks.mjs';
import { runCheck } from '../reliability/run-check.mjs';

/** The scale of each short check, and its store. */
const short = [
  ['background-kills', 'postgres', 0.05],
  ['batch-kills', 'sqlite', 0.1],
  ['resume', 'postgres', 0.05],
  ['durable', 'sqlite', 0.02],
  ['durable', 'postgres', 0.02],
  ['model', 'postgres', 0.02],
  ['conversation-lines', 'postgres', 0.05],
  ['idempotency', 'sqlite', 0.04],
  ['made-once', 'sqlite', 0.1],
  ['isolation', 'sqlite', 1],
  ['database-faults', 'postgres', 0.1],
  ['no-trace', 'sqlite', 0.1],
  ['disconnects', 'sqlite', 0.1],
  ['local-disconnects', 'sqlite', 0.15],
  ['failover', 'sqlite', 0.1],
  ['rolling-restart', 'postgres', 0.1],
  ['usage', 'sqlite', 0.02],
  ['upstream-faults', 'sqlite', 0.1],
];

describe('the state of the service', () => {
  it.each(short)(
    'passes %s over %s at scale %d',
    async (name, store, scale) => {
      const check = checks.find((candidate) => candidate.name === name);
      const { line, met } = await runCheck(check, { seed: 1, scale, store, progress: () => undefined });
      expect(met ? 'met' : line).toBe('met');
    },
    120_000,
  );

  it('has a short form of every check', () => {
    expect(new Set(short.map(([name]) => name))).toEqual(new Set(checks.map(({ name }) => name)));
  });
});
