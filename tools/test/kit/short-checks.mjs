// The checks of docs/measurements/reliability.md in their short form: the same code, fewer rounds.
import { checks } from '../../reliability/checks.mjs';
import { runCheck } from '../../reliability/run-check.mjs';

/** Name, store and scale of the short checks of each spec file. @type {Record<string, [string, string, number][]>} */
export const shortChecks = {
  crashes: [
    ['background-kills', 'postgres', 0.05],
    ['batch-kills', 'sqlite', 0.1],
    ['tools-kills', 'sqlite', 0.1],
    ['tools-kills', 'postgres', 0.1],
    ['ingest-kills', 'sqlite', 0.1],
    ['ingest-kills', 'postgres', 0.1],
    ['resume', 'postgres', 0.05],
    ['durable', 'sqlite', 0.02],
    ['durable', 'postgres', 0.02],
    ['conversation-lines', 'postgres', 0.05],
    ['idempotency', 'sqlite', 0.04],
    ['made-once', 'sqlite', 0.1],
    ['rolling-restart', 'postgres', 0.1],
  ],
  faults: [
    ['model', 'postgres', 0.02],
    ['isolation', 'sqlite', 1],
    ['database-faults', 'postgres', 0.1],
    ['no-trace', 'sqlite', 0.1],
    ['disconnects', 'sqlite', 0.1],
    ['local-disconnects', 'sqlite', 0.15],
    ['failover', 'sqlite', 0.1],
    ['usage', 'sqlite', 0.02],
    ['upstream-faults', 'sqlite', 0.1],
  ],
};

/**
 * Adds a test for each short check.
 * @param {readonly [string, string, number][]} rows
 */
export function itPasses(rows) {
  it.each(rows)(
    'passes %s over %s at scale %d',
    async (name, store, scale) => {
      const check = checks.find((candidate) => candidate.name === name);
      const { line, met } = await runCheck(check, { seed: 1, scale, store, progress: () => undefined });
      expect(met ? 'met' : line).toBe('met');
    },
    120_000,
  );
}
