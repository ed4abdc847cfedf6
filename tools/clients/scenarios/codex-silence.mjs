// How Codex waits for an upstream that is silent for twice the idle limit of the client.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { bothWays } from './both-ways.mjs';

const idleMs = 2000;
const silenceMs = 2 * idleMs + 500;
const called = { name: 'exec_command', input: { cmd: 'echo one' } };

/** A provider that fails at once when its idle limit is reached. */
const impatient = (sockets) =>
  `stream_idle_timeout_ms = ${idleMs}\nrequest_max_retries = 0\nstream_max_retries = 0\nsupports_websockets = ${sockets}\n`;

const over = (sockets) => (sockets ? ', over a WebSocket' : '');

/** The service keeps the stream of its client alive for an upstream that does not. */
const waits = (reply, sockets = false) =>
  async function run({ codex, upstream, exchanges, straight }) {
    upstream.play({ calls: [called], ...reply, keepsAlive: straight }, { text: 'Done.' });
    const { last, code } = await codex(['-m', newModel('responses'), 'Go on.'], { provider: impatient(sockets) });
    assert.deepEqual([last, code], ['Done.', 0]);
    assert.match(JSON.stringify(upstream.requests[1].body.input.at(-1)), /one/);
    assert.equal(upstream.requests.length, 2);
    if (sockets)
      assert.deepEqual(
        exchanges.map(({ status }) => status),
        [101],
      );
  };

const beforeFirst = { silentMs: silenceMs };
const between = { text: 'Let me look.', betweenMs: silenceMs };

/** @type {import('../scenario.mjs').Scenario[]} */
export const codexSilence = [
  ...bothWays({ name: 'waits twice its idle limit for the first item', run: waits(beforeFirst) }),
  ...bothWays({ name: 'waits twice its idle limit between two items', run: waits(between) }),
  { name: `waits twice its idle limit for the first item${over(true)}`, run: waits(beforeFirst, true) },
  { name: `waits twice its idle limit between two items${over(true)}`, run: waits(between, true) },
  ...[false, true].map((sockets) => ({
    name: `waits twice its idle limit for a chat server${over(sockets)}`,
    async run({ codex, model }) {
      model.play({ text: 'Done.', waits: silenceMs });
      const { last, code } = await codex(['Go on.'], { provider: impatient(sockets) });
      assert.deepEqual([last, code, model.asked.length], ['Done.', 0, 1]);
    },
  })),
];
