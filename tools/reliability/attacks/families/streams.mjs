// Streams that the client does not read, leaves, or resumes.
import { setTimeout as pause } from 'node:timers/promises';
import { attacksOf } from '../attack.mjs';

const json = { 'content-type': 'application/json' };

/** Sends a request on a connection of its own, and reads nothing of its response. */
async function sendUnread(attacker, path, body) {
  const text = JSON.stringify(body);
  const socket = attacker.openSocket();
  await socket.connected;
  socket.pause();
  const headers = { ...json, 'anthropic-version': '2023-06-01', 'content-length': String(Buffer.byteLength(text)) };
  await socket.write(attacker.head('POST', path, headers) + text);
  await Promise.race([socket.closed, attacker.end()]);
  attacker.saw(socket.isOpen ? 'unread' : 'closed');
  socket.destroy();
}

const message = { model: 'long', max_tokens: 8_192, messages: [{ role: 'user', content: 'Go.' }] };

/** Many responses of 64 MB that are not read. */
const unread = (name, claim, path, body) => ({
  name,
  claim,
  run: (attacker) =>
    Promise.all(Array.from({ length: attacker.count(20, 200) }, () => sendUnread(attacker, path, body))),
});

export const attacks = attacksOf('streams', [
  unread('unread-stream', 'requests streams of 64 MB and does not read them', '/v1/responses', {
    model: 'long',
    input: 'Go.',
    stream: true,
  }),
  unread('unread-messages-stream', 'requests streams of messages of 64 MB and does not read them', '/v1/messages', {
    ...message,
    stream: true,
  }),
  unread('unread-long-response', 'requests JSON responses of 64 MB and does not read them', '/v1/responses', {
    model: 'long',
    input: 'Go.',
    store: false,
  }),
  unread('unread-long-message', 'requests JSON messages of 64 MB and does not read them', '/v1/messages', message),
  {
    name: 'torrent-streams',
    claim: 'has an upstream send 64 MB in each of its streams as fast as it can, and does not read',
    run: (attacker) =>
      Promise.all(
        Array.from({ length: attacker.count(2, 20) }, () =>
          sendUnread(attacker, '/v1/responses', { model: 'torrent', input: 'Go.', stream: true }),
        ),
      ),
  },
  {
    name: 'read-long-streams',
    claim: 'requests streams of 64 MB, all at once, and reads them',
    run: (attacker) =>
      attacker.flood(attacker.count(20, 200), 200, () => ({
        path: '/v1/responses',
        body: { model: 'long', input: 'Go.', stream: true, store: false },
      })),
  },
  {
    name: 'slowly-read-streams',
    claim: 'reads streams of 64 MB for a moment each second',
    run: (attacker) =>
      Promise.all(
        Array.from({ length: attacker.count(20, 200) }, async () => {
          const text = JSON.stringify({ model: 'long', input: 'Go.', stream: true, store: false });
          const socket = attacker.openSocket();
          await socket.write(
            attacker.head('POST', '/v1/responses', { ...json, 'content-length': String(text.length) }) + text,
          );
          while (socket.isOpen && !attacker.signal.aborted) {
            socket.pause();
            await Promise.race([pause(1_000), socket.closed, attacker.end()]);
            socket.resume();
            await pause(2);
          }
          attacker.saw(socket.statuses[0] ?? 'closed');
        }),
      ),
  },
  {
    name: 'left-streams',
    claim: 'requests streams and disconnects at once',
    run: (attacker) =>
      attacker.repeat(attacker.count(20, 200), async () => {
        const text = JSON.stringify({ model: 'long', input: 'Go.', stream: true });
        const socket = attacker.openSocket();
        await socket.write(
          attacker.head('POST', '/v1/responses', { ...json, 'content-length': String(text.length) }) + text,
        );
        await Promise.race([socket.firstStatus(), attacker.end()]);
        attacker.saw(socket.statuses[0] ?? 'closed');
        socket.destroy();
      }),
  },
  {
    name: 'resumed-streams',
    claim: 'resumes the stream of a response from each of its events, without reading',
    prepare: async (attacker) => {
      const { id } = await attacker.need({
        path: '/v1/responses',
        body: { model: 'fast', input: 'Hello.', background: true, stream: false },
      });
      await pause(1_000);
      return id;
    },
    run: async (attacker, id) => {
      await attacker.flood(attacker.count(400), 100, (at) => ({
        path: `/v1/responses/${id}?stream=true&starting_after=${at % 8}`,
      }));
    },
  },
  {
    name: 'followed-background-stream',
    claim: 'follows a running background response from 200 connections without reading',
    prepare: (attacker) =>
      attacker.need({ path: '/v1/responses', body: { model: 'long', input: 'Go.', background: true } }),
    run: (attacker, { id }) =>
      Promise.all(
        Array.from({ length: attacker.count(20, 200) }, async () => {
          const socket = attacker.openSocket();
          await socket.connected;
          socket.pause();
          await socket.write(attacker.head('GET', `/v1/responses/${id}?stream=true`));
          await Promise.race([socket.closed, attacker.end()]);
          attacker.saw(socket.isOpen ? 'unread' : 'closed');
          socket.destroy();
        }),
      ),
  },
]);
