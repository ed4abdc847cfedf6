// A response with silences, and the keep-alives that the service sends in them.
import { strict as assert } from 'node:assert';

/**
 * At least two intervals between keep-alives, before the content and in the middle of its text. The service spends the
 * first interval on `response.created`.
 */
export const silence = { silentMs: 3500, withinMs: 2500 };
/** What the client reads. */
export const content = { thinks: 'Hm.', text: 'Let me look.', calls: [{ name: 'look', input: { q: 1 } }] };
const keepAlives = { responses: /"type":\s*"keepalive"/g, messages: /event: ping/g };

/**
 * Each stream contains keep-alives before its content and within it.
 * @param {string} reply
 * @param {keyof typeof keepAlives} api
 */
export function assertKeepsAlive(reply, api) {
  const [before, within] = reply.split(/Let me/, 2);
  const counts = [before, within].map((part = '') => (part.match(keepAlives[api]) ?? []).length);
  assert.ok(Math.min(...counts) >= 2, `the stream has ${counts.join(' and ')} keep-alives`);
}
