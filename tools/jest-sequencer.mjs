// The order in which Jest runs the test files of a project: the longest first, so that no worker is idle while another one is busy
// with a long file at the end. Jest knows how long a file takes only on a machine where it ran before; elsewhere it goes by file size.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
// Jest depends on it; the workspace does not.
const fromJest = createRequire(join(dirname(require.resolve('jest/package.json')), 'package.json'));
const fromCore = createRequire(fromJest.resolve('@jest/core'));
const { default: Sequencer } = fromCore('@jest/test-sequencer');

/** The files that take longest, the longest first: what `npm test` lists at its end. */
export const longest = [
  'e2e/program',
  'upstream/fault-matrix',
  'fuzz/bodies.property',
  'llama-cpp/schema-grammar',
  'llama-cpp/process',
  'store-keys',
  'sqlite/sqlite-store',
  'postgres/postgres-store',
  'batches/batches',
  'idempotency/idempotency',
  'background/cancel',
  'conversations/two-replicas',
  'e2e/models-on-demand',
  'background/job-runner',
  'automaton.property',
  'e2e/stop-program',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((first, second) => rankOf(first) - rankOf(second));
  }
}

function rankOf({ path }) {
  const rank = longest.findIndex((name) => path.replaceAll('\\', '/').includes(`/${name}`));
  return rank === -1 ? longest.length : rank;
}
