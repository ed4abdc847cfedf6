// `store: false` leaves no trace: not in the database, its journals, the logs or any other file. Requests with an
// idempotency key are excluded: their responses are stored for replay, with any `store`. A log record names its response,
// and an unknown model where the text looks like a name, so that an operator finds the request of a client.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promptOf } from '../response-script.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { openCall, send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { messagesHeaders } from '../isolation-probes.mjs';
import { createResponse } from '../responses-client.mjs';
import { sendFrame } from '../socket-call.mjs';
import { keys, openWorld } from '../world.mjs';

/** @type {import('../check.mjs').Check} */
export const noTrace = {
  name: 'no-trace',
  goal: 'store: false leaves no byte: canaries in prompts, responses, tools, metadata and errors are in no file of the database, its journals or the logs; only the id of a response is in its log record',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const world = await openWorld({ store, replicas: 1 });
    try {
      const [service] = world.services;
      const target = { url: service.url, key: keys.alice };
      const canary = `canary${Array.from({ length: 16 }, () => random.integer(36).toString(36)).join('')}`;
      // Strings that must not be found anywhere: the canary, and every id in an unstored response.
      const secret = new Set([canary]);
      const responseIds = new Set();
      const stored = await createResponse(target, { input: 'Kept.', store: true });

      const rowsBefore = await countRows(world.folder);
      const shapes = shapesWith(canary, stored.response.id);
      progress(`${shapes.length} shapes of requests with ${canary}`);
      const unexpected = [];
      const rounds = scaled(20, scale);
      await inParallel(
        Array.from({ length: rounds }).flatMap(() => shapes),
        8,
        async ({ name, status: expected, ...call }) => {
          const { status, text } = await send({ ...target, ...call });
          if (status !== expected) unexpected.push(`${name} is ${status}, not ${expected}`);
          for (const [id] of text.matchAll(/\b(?:resp|msg|rs|fc)_[\w-]{12,}/g))
            if (id !== stored.response.id) secret.add(id);
          responseIds.add(/"id":"((?:resp|msg)_[\w-]+)"/.exec(text)?.[1]);
        },
      );
      const overSocket = await sendFrame(
        { ...target, path: '/v1/responses' },
        { type: 'response.create', model: 'scripted', store: false, input: `${canary} ${promptOf({ tag: canary })}` },
      );
      if (overSocket.status !== 200) unexpected.push(`over a WebSocket is ${overSocket.status}`);
      // Clients that disconnect midway, and a service that crashes midway.
      const disconnected = (stream) =>
        openCall({
          ...target,
          path: '/v1/responses',
          body: {
            model: 'scripted',
            stream,
            store: false,
            input: `${canary} ${promptOf({ tag: canary, words: 500, gap: 20 })}`,
          },
        });
      const abandoned = [disconnected(true), disconnected(false), disconnected(true), disconnected(true)];
      await pause(500);
      abandoned[0].disconnect();
      abandoned[1].disconnect();
      await pause(200);
      await service.kill();
      await service.start();
      await service.stop();
      await world.postgres?.stop('fast');

      const files = allFiles(world.folder).filter((file) => !file.includes('/native/'));
      const rowsAfter = await countRows(world.folder);
      const found = [];
      let control = false;
      let bytes = 0;
      for (const file of files) {
        const content = readFileSync(file);
        bytes += content.length;
        if (content.includes(stored.response.id)) control = true;
        const isLog = file.endsWith('.log');
        for (const word of secret)
          if (contains(content, word) && !(isLog && responseIds.has(word)))
            found.push(`${word} in ${file.slice(world.folder.length + 1)}`);
      }
      const tooMuch = await backgroundRejection(world, service, target, canary);
      return {
        did: `${rounds * shapes.length + abandoned.length} requests, ${secret.size} words searched in ${files.length} files of ${Math.round(bytes / 1e6)} MB`,
        figures: [
          none('files with a canary or an id', found),
          // SQLite's content is encrypted, so a text search alone would miss data there.
          ...(store === 'sqlite'
            ? [{ name: 'rows that the database gained', value: rowsAfter - rowsBefore, atMost: 0 }]
            : []),
          none('responses with an unexpected status', [...unexpected, ...tooMuch]),
          // Without this control, a search in the wrong folder would also find nothing.
          { name: 'a stored id is found by the same search', value: control ? 1 : 0, atLeast: 1 },
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

function shapesWith(canary, storedId) {
  const prompt = `${canary} ${promptOf({ tag: canary })}`;
  const tool = {
    type: 'function',
    name: 'look',
    description: canary,
    parameters: { type: 'object', properties: { q: { type: 'string', description: canary } } },
  };
  const own = {
    model: 'scripted',
    store: false,
    instructions: canary,
    metadata: { note: canary },
    user: canary,
    safety_identifier: canary,
    input: prompt,
  };
  const call = [
    { role: 'user', content: prompt },
    { type: 'function_call', call_id: 'call_1', name: 'look', arguments: JSON.stringify({ q: canary }) },
    { type: 'function_call_output', call_id: 'call_1', output: canary },
    { role: 'user', content: prompt },
  ];
  const message = {
    model: 'scripted',
    max_tokens: 100,
    system: canary,
    metadata: { user_id: canary },
    messages: [{ role: 'user', content: prompt }],
  };
  const responses = (name, body, status = 200) => ({ name, status, path: '/v1/responses', body });
  const messages = (name, body, status = 200) => ({
    name,
    status,
    path: '/v1/messages',
    body,
    headers: messagesHeaders,
  });
  return [
    responses('json', own),
    responses('stream', { ...own, stream: true }),
    responses('tools', { ...own, tools: [tool], input: call }),
    responses('continuing a stored one', { ...own, previous_response_id: storedId }),
    responses('encrypted reasoning', { ...own, include: ['reasoning.encrypted_content'] }),
    responses('wrong type', { ...own, temperature: canary }, 400),
    responses('unknown model', { ...own, model: `Reply to ${canary}` }, 404),
    responses('unknown previous', { ...own, previous_response_id: `resp_${canary}` }, 400),
    responses('background', { ...own, background: true }, 400),
    messages('message', message),
    messages('message stream', { ...message, stream: true }),
    messages('message wrong type', { ...message, temperature: canary }, 400),
    { name: 'unknown path', status: 404, path: `/v1/${canary}`, method: 'GET' },
    { name: 'unknown id', status: 404, path: `/v1/responses/${canary}`, method: 'GET' },
    { name: 'wrong query', status: 400, path: `/v1/responses/resp_1/input_items?limit=${canary}`, method: 'GET' },
    { name: 'wrong key', status: 401, path: '/v1/models', method: 'GET', key: canary },
  ];
}

/** Searches for the text unchanged, and in its UTF-16 and base64 forms. */
function contains(content, word) {
  return (
    content.includes(word) ||
    content.includes(Buffer.from(word, 'utf16le')) ||
    content.includes(Buffer.from(word).toString('base64').slice(0, -4))
  );
}

/** Rows of all tables of the SQLite files below `folder`. */
async function countRows(folder) {
  const { DatabaseSync } = await import('node:sqlite');
  let rows = 0;
  for (const file of allFiles(folder).filter((name) => /\.(?:db|sqlite)$/.test(name))) {
    const database = new DatabaseSync(file, { readOnly: true });
    for (const { name } of database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()) {
      rows += Number(database.prepare(`SELECT count(*) AS n FROM "${name}"`).get().n);
    }
    database.close();
  }
  return rows;
}

function allFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A request for a background response without storage gets an explicit error. */
async function backgroundRejection(world, service, target, canary) {
  await world.postgres?.start();
  await service.start();
  const { status, response } = await createResponse(target, { background: true, store: false, input: canary });
  return status === 400 && response.error.param === 'background' ? [] : [`background with store: false is ${status}`];
}
