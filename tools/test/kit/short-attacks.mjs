// Some attacks of docs/measurements/attacks.md in their short form: the same code, small numbers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAttack } from '../../reliability/attacks/index.mjs';
import { runAttack } from '../../reliability/attacks/run-attack.mjs';
import { busyness } from '../../reliability/busyness.mjs';

/** Name and scale of the short attacks of each spec file. @type {Record<string, [string, number][]>} */
export const shortAttacks = {
  resources: [
    ['body-deep-nesting', 0.5],
    ['gzip-bodies', 0.1],
    ['silent-connections', 0.5],
    ['no-key', 0.1],
    ['unread-stream', 0.5],
    ['websocket-unfinished-frames', 0.3],
    ['item-references', 0.5],
    ['large-conversations-limited', 0.3],
    ['background-flood', 0.5],
  ],
  reach: [
    ['reads-of-limited-key', 1],
    ['steering-fields', 1],
    ['mcp-servers', 1],
    ['private-media-urls', 1],
    ['objects-of-the-victim', 1],
  ],
};

/**
 * Adds a test for each short attack. Other tests run at the same time, so the times have more slack than those of
 * `npm run check:attacks`; memory, health and what the attacker got have the same limits.
 * @param {readonly [string, number][]} rows
 */
export function itWithstands(rows) {
  it.each(rows)(
    'withstands %s at scale %d',
    async (name, scale) => {
      const folder = mkdtempSync(join(tmpdir(), 'short-attack-'));
      try {
        const { faults } = await runAttack(findAttack(name), {
          folder,
          scale,
          seconds: 2,
          quietSeconds: 0.6,
          noiseMs: 500,
          slack: 2 * busyness(),
          progress: () => undefined,
        });
        expect(faults).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
}
