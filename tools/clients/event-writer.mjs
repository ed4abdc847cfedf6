// Server-sent events of a scripted upstream, with its silences.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Writes the events of a response in groups; a silence precedes each group.
 * @param {import('node:http').ServerResponse} response
 * @param {{ silenceMs?: number, events: object[] }[]} groups
 * @param {object} [keepAlive] the event that interrupts a silence each second
 */
export async function writeEvents(response, groups, keepAlive) {
  const write = (event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  for (const { silenceMs = 0, events } of groups) {
    for (let left = silenceMs; left > 0 && !response.destroyed; left -= 1000) {
      await pause(Math.min(left, 1000), undefined, { ref: false });
      if (keepAlive !== undefined) write(keepAlive);
    }
    for (const event of events) write(event);
  }
  response.end();
}

/** Both halves of a text, as its deltas. */
export function halvesOf(text) {
  const middle = text.length >> 1;
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '');
}

/** The groups of an item's events: a silence before the first, and optionally one in the middle of its deltas. */
export function withSilence(events, { beforeMs, withinMs }) {
  if (withinMs === undefined) return [{ silenceMs: beforeMs, events }];
  const middle = events.findIndex(({ type }) => type.endsWith('delta')) + 1;
  return [
    { silenceMs: beforeMs, events: events.slice(0, middle) },
    { silenceMs: withinMs, events: events.slice(middle) },
  ];
}

/** The arguments of a call as JSON; a string is JSON already. */
export function jsonOf(input) {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
