// A chat-completions upstream that breaks as each prompt asks it to, by the table that the tests of all layers share.
import { setTimeout as pause } from 'node:timers/promises';
import { startScriptedUpstream } from '../../packages/providers/dist/testing.js';

/**
 * @typedef {object} FaultCase
 * @property {string} tag a text in the prompt
 * @property {import('../../packages/providers/dist/testing.js').UpstreamPhase} phase
 * @property {import('../../packages/providers/dist/testing.js').UpstreamFault} fault
 * @property {number} pauseMs milliseconds between the sent output and the fault
 * @property {number} requests number of requests to the upstream
 * @property {number} struckAt `performance.now()` at the start of the last fault
 */

/** Starts it on a free port of this machine. */
export async function startBadUpstream() {
  /** @type {Map<string, FaultCase>} */
  const cases = new Map();
  const upstream = await startScriptedUpstream();
  upstream.play(async (call) => {
    const asked = cases.get(/case-\d+\./.exec(JSON.stringify(call.body.messages))?.[0]);
    if (asked === undefined) {
      call.delta({ content: 'well' });
      call.finish();
      return;
    }
    asked.requests += 1;
    asked.phase.play(call);
    await pause(asked.pauseMs);
    asked.struckAt = performance.now();
    await asked.fault.strike(call);
  });
  return {
    baseUrl: upstream.baseUrl,
    cases,
    /** Requests in progress. */
    get open() {
      return upstream.open;
    },
    close: () => upstream.close(),
  };
}
