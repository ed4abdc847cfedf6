// The upstream of the attacker's models: all three APIs at four speeds. It records what it received.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { upstreamEvents } from './draining-upstream.mjs';

/** Bytes of a request that are recorded. */
const maxRecordedBytes = 65_536;
const slowMs = 3_000;
/** A long stream has this many deltas of 16 KB: 64 MB. */
const longDeltas = 4_096;
/** Time between two deltas of a long stream: 160 KB a second, a hundred times as fast as a large model. */
const longDeltaMs = 100;
const longText = 'word '.repeat(3_277);

/** @typedef {Awaited<ReturnType<typeof startRecordingUpstream>>} RecordingUpstream */

/** Starts it on a free port. Base URLs are `.../fast/v1`, `.../slow/v1`, `.../long/v1` and `.../torrent/v1`. */
export async function startRecordingUpstream() {
  /** @type {{ url: string, headers: import('node:http').IncomingHttpHeaders, text: string }[]} */
  const received = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      if (text.length < maxRecordedBytes) text += chunk.toString('utf8');
    });
    request.once('error', () => undefined);
    response.once('error', () => undefined);
    request.once('end', async () => {
      const url = request.url ?? '/';
      if (request.method === 'POST' && received.length < 10_000)
        received.push({ url, headers: request.headers, text: text.slice(0, maxRecordedBytes) });
      const [, speed, path] = /^\/(fast|slow|long|torrent)(\/v1\/[a-z_/]*)/.exec(url) ?? [];
      if (speed === 'slow') await pause(slowMs);
      const events = upstreamEvents[path];
      if (events === undefined) json(response, { object: 'list', data: [], input_tokens: 1 });
      else if (speed === 'long') await sendLong(response, events, longDeltaMs);
      else if (speed === 'torrent') await sendLong(response, events, 0);
      else if (/"stream"\s*:\s*true/.test(text)) await sendEvents(response, path, events);
      else json(response, responseOf(path, events));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: (speed) => `http://127.0.0.1:${server.address().port}/${speed}/v1`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function json(response, body) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function startStream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

const frame = (event) => `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;

function sendEvents(response, path, events) {
  startStream(response);
  response.end(events.map(frame).join('') + (path === '/v1/chat/completions' ? 'data: [DONE]\n\n' : ''));
}

/** Only the API of chat completions has a long stream. */
async function sendLong(response, [first, ...rest], gapMs) {
  startStream(response);
  const delta = frame({ ...first, choices: [{ index: 0, delta: { content: longText }, finish_reason: null }] });
  for (let n = 0; n < longDeltas && !response.destroyed; n++) {
    if (!response.write(delta)) await next(response);
    if (gapMs > 0) await pause(gapMs);
  }
  response.end(`${rest.map(frame).join('')}data: [DONE]\n\n`);
}

/** Resolves when the client has read, or has left. */
function next(response) {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end);
      response.off('close', end);
      resolve(undefined);
    };
    response.on('drain', end);
    response.on('close', end);
  });
}

/** The response of an API without a stream. */
function responseOf(path, events) {
  if (path === '/v1/responses') return events.at(-1).response;
  if (path === '/v1/messages')
    return { ...events[0].message, content: [{ type: 'text', text: 'Hello' }], stop_reason: 'end_turn' };
  const message = { role: 'assistant', content: 'Hello' };
  return {
    ...events[0],
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: events.at(-1).usage,
  };
}
