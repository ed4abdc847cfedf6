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
  'reliability-',
  'upgrade',
  'store-keys',
  'sqlite/sqlite-store',
  'postgres/postgres-store',
  'e2e/program',
  'llama-cpp/process',
  'idempotency/idempotency',
  'upstream/fault-matrix',
  'background/job-runner',
  'batches/batches',
  'background/cancel',
  'conversations/two-replicas',
  'postgres/postgres-failures',
  'llama-cpp/schema-grammar',
  'routing/faults',
  'websocket/lifetime',
  'upstream/retries',
  'test/command-line',
  'e2e/models-on-demand',
  'e2e/stop-program',
  'llama-cpp/hostile-requests',
  'fuzz/bodies.property',
  'conformance/claude-code',
  'idempotency/process-kill',
  'llama-cpp/contract',
  'llama-cpp/context',
  'forced-calls.property',
  'automaton.property',
  'test/resume',
  'tracing/tracing',
  'background/job-log',
  'conversation-lock',
  'unit/build-models',
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
