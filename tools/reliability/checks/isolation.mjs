// Objects of another key and missing objects get byte-identical responses, on every route and for every id.
import { promptOf } from '../response-script.mjs';
import { none } from '../figure.mjs';
import { send } from '../http-call.mjs';
import {
  messagesHeaders,
  probes,
  probesIn,
  probesOfContainer,
  probesOfItem,
  probesOfVectorStore,
  routesWithoutIds,
} from '../isolation-probes.mjs';
import { sendFrame } from '../socket-call.mjs';
import { readFrames } from '../sse-frames.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

/** Headers that differ between any two replies. */
const fleeting = new Set(['date', 'request-id', 'x-request-id', 'connection', 'keep-alive']);

/** @type {import('../check.mjs').Check} */
export const isolation = {
  name: 'isolation',
  goal: "Isolation matrix from the route table: every route, every kind of id, owner, other key, no key: responses for other owners' ids and for missing ids are the same to the byte",
  stores: ['sqlite', 'postgres'],
  async run({ store, progress }) {
    const world = await openWorld({ store, replicas: 1 });
    try {
      const [{ url }] = world.services;
      const document = (await send({ url, path: '/openapi.json' })).json();
      const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      const routesToProbe = new Set(routes);
      const alice = await makeObjects(url, keys.alice, routesToProbe);
      const bob = await makeObjects(url, keys.bob, routesToProbe);
      const all = [
        ...probes,
        ...probesIn({
          response: bob.own.response,
          conversation: bob.own.conversation,
          vectorStore: bob.own.vectorStore,
          container: bob.own.container,
        }),
        ...probesOfItem(alice.own.conversationItem ?? 'msg_none'),
        ...probesOfVectorStore({ file: alice.own.file, batch: alice.own.fileBatch }),
        ...probesOfContainer({ file: alice.own.containerFile ?? 'file_none' }),
      ];
      const covered = new Set(all.map(({ route }) => route));
      const uncovered = routes.filter((route) => !covered.has(route) && !routesWithoutIds.has(route));
      const active = all.filter(({ route }) => routesToProbe.has(route));
      progress(`${routes.length} routes, ${active.length} locations of an id, ${alice.ids.length} ids`);

      const before = await stateOf(url, alice);
      const differences = [];
      const open = [];
      let compared = 0;
      for (const { route, location, call } of active) {
        for (const { kind, id } of alice.ids) {
          const name = `${route} ${location} with ${kind}`;
          const missing = missingLike(id);
          const [otherOwner, never] = [await probe(url, keys.bob, call(id)), await probe(url, keys.bob, call(missing))];
          compared += 1;
          const [seen, expected] = [facelessText(otherOwner, id), facelessText(never, missing)];
          if (seen !== expected) differences.push(`${name}: ${otherOwner.status} and ${never.status}`);
          // A route that would take any id without looking would be the same for both.
          if (otherOwner.status < 400 && !isHarmless(otherOwner, id)) open.push(`${name}: ${otherOwner.status}`);
          const [noKey, noKeyMissing] = [
            await probe(url, undefined, call(id)),
            await probe(url, undefined, call(missing)),
          ];
          if (noKey.status !== 401 || facelessText(noKey, id) !== facelessText(noKeyMissing, missing))
            differences.push(`${name} without a key: ${noKey.status} and ${noKeyMissing.status}`);
        }
      }
      const after = await stateOf(url, alice);
      const changed = Object.keys(before).filter((path) => before[path] !== after[path]);
      // The owner runs last: its deletions succeed, so the rejections above were real and not a broken route.
      const refused = [];
      for (const { route, location, call } of active) {
        if (location !== 'path') continue;
        const own = alice.own[ownedBy(route)];
        const reply = await probe(url, keys.alice, call(own));
        if (reply.status >= 400) refused.push(`${route} ${location}: ${reply.status}`);
      }
      return {
        did: `${routes.length} routes, ${compared} pairs of another owner's and a missing id, each also without a key`,
        figures: [
          none('routes that the matrix does not cover', uncovered),
          none("differences between another owner's and a missing id", differences),
          none('ids of another owner that opened something', open),
          none('objects that a request of another owner changed', changed),
          none('requests of the owner that were rejected', refused),
          { name: 'pairs', value: compared, atLeast: 40 },
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

/** Which of the owner's objects a route is about. */
function ownedBy(route) {
  if (route.includes('vector_stores')) return 'vectorStore';
  if (route.includes('containers')) return 'container';
  if (route.includes('files')) return 'file';
  if (route.includes('threads')) return 'thread';
  if (route.includes('batches')) return 'batch';
  if (route.includes('conversations')) return 'conversation';
  return route.includes('cancel') ? 'background' : 'response';
}

/** Creates one object of every owned kind, with all ids that any response or event contains. */
async function makeObjects(url, key, routesToProbe) {
  const make = async (path, body, headers) => {
    const reply = await send({ url, key, path, body, headers });
    if (reply.status !== 200) throw new Error(`POST ${path} is ${reply.status}: ${reply.text}`);
    return reply;
  };
  const create = async (body) => (await make('/v1/responses', { model: 'scripted', ...body })).json();
  const shown = [];
  const response = await create({ input: promptOf({ tag: 'own' }) });
  const chained = await create({ input: promptOf({ tag: 'chained' }), previous_response_id: response.id });
  shown.push(response, chained);
  const streamed = await make('/v1/responses', {
    model: 'scripted',
    stream: true,
    input: promptOf({ tag: 'streamed' }),
  });
  shown.push(readFrames(streamed.text).events);
  shown.push(
    (
      await make(
        '/v1/messages',
        { model: 'scripted', max_tokens: 50, messages: [{ role: 'user', content: 'Hello.' }] },
        messagesHeaders,
      )
    ).json(),
  );
  const thread = (
    await make(
      '/v1/messages',
      {
        model: 'scripted',
        max_tokens: 50,
        messages: [{ role: 'user', content: 'Hello.' }],
        thread: { type: 'create' },
      },
      messagesHeaders,
    )
  ).json();
  shown.push(thread);
  shown.push((await send({ url, key, path: `/v1/responses/${chained.id}/input_items` })).json());
  const own = { response: response.id, thread: thread.id };
  if (routesToProbe.has('POST /v1/responses/{id}/cancel')) {
    const background = await create({ input: promptOf({ tag: 'background', first: 120_000 }), background: true });
    own.background = background.id;
    shown.push(background);
  }
  if (routesToProbe.has('POST /v1/conversations')) {
    const conversation = (await make('/v1/conversations', { items: [{ role: 'user', content: 'Hello.' }] })).json();
    own.conversation = conversation.id;
    const items = (await send({ url, key, path: `/v1/conversations/${conversation.id}/items` })).json();
    own.conversationItem = items.data[0].id;
    shown.push(conversation, items);
    shown.push(await create({ input: promptOf({ tag: 'talk' }), conversation: conversation.id }));
  }
  if (routesToProbe.has('POST /v1/messages/batches')) {
    const request = (tag) => ({
      custom_id: tag,
      params: { model: 'scripted', max_tokens: 50, messages: [{ role: 'user', content: promptOf({ tag }) }] },
    });
    const batch = (
      await make('/v1/messages/batches', { requests: [request('one'), request('two')] }, messagesHeaders)
    ).json();
    own.batch = batch.id;
    await waitUntil(
      'end of a batch',
      async () =>
        (await send({ url, key, path: `/v1/messages/batches/${batch.id}`, headers: messagesHeaders })).json()
          .processing_status === 'ended',
    );
    shown.push(batch);
  }
  if (routesToProbe.has('POST /v1/files')) {
    const file = await uploadFile(url, key);
    own.file = file.id;
    shown.push(file);
  }
  if (routesToProbe.has('POST /v1/containers')) {
    const container = (await make('/v1/containers', { name: 'Own' })).json();
    const file = (await make(`/v1/containers/${container.id}/files`, { file_id: own.file })).json();
    own.container = container.id;
    own.containerFile = file.id;
    shown.push(container, file);
  }
  if (routesToProbe.has('POST /v1/vector_stores')) {
    const held = await uploadFile(url, key);
    const vectorStore = (await make('/v1/vector_stores', { name: 'Own' })).json();
    const path = `/v1/vector_stores/${vectorStore.id}/file_batches`;
    const batch = (await make(path, { file_ids: [held.id] })).json();
    own.vectorStore = vectorStore.id;
    own.fileBatch = batch.id;
    await waitUntil(
      'end of a batch of files',
      async () => (await send({ url, key, path: `${path}/${batch.id}` })).json().status === 'completed',
    );
    shown.push(held, vectorStore, batch);
  }
  const deleted = await create({ input: promptOf({ tag: 'deleted' }) });
  await send({ url, key, method: 'DELETE', path: `/v1/responses/${deleted.id}` });
  const ids = new Set();
  collectIds(shown, ids);
  return {
    key,
    own,
    ids: [...[...ids].map((id) => ({ kind: id.replace(/_.*/, ''), id })), { kind: 'deleted resp', id: deleted.id }],
  };
}

async function uploadFile(url, key) {
  const form = new FormData();
  form.append('purpose', 'user_data');
  form.append('file', new Blob(['What only its owner may read.'], { type: 'text/plain' }), 'own.txt');
  const reply = await fetch(`${url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  if (reply.status !== 200) throw new Error(`POST /v1/files is ${reply.status}: ${await reply.text()}`);
  return await reply.json();
}

function collectIds(value, ids) {
  if (
    typeof value === 'string' &&
    /^(?:resp|msg|msgbatch|conv|file|vs|vsfb|cntr|rs|fc|cmp|item|in)_(?!progress$)[\w-]{8,}$/.test(value)
  )
    ids.add(value);
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) collectIds(member, ids);
}

/** An id of the same format that does not exist. */
function missingLike(id) {
  const [prefix] = id.split('_');
  const rest = id.slice(prefix.length + 1);
  return `${prefix}_${[...rest]
    .map((character) => (/\d/.test(character) ? String((Number(character) + 5) % 10) : character))
    .toReversed()
    .join('')}`;
}

function probe(url, key, { headers, frame, ...call }) {
  // Without a key no connection is opened, so the frame has nowhere to go.
  if (frame !== undefined && key !== undefined) return sendFrame({ url, key, path: call.path }, frame);
  return send({ url, key, ...call, ...(headers === undefined ? {} : { headers }), timeoutMs: 15_000 });
}

/** A reply without its request id, and without the id that was asked for. */
function facelessText({ status, headers, text }, id) {
  const requestIds = [headers['request-id'], headers['x-request-id']].filter((value) => value !== undefined);
  const remaining = Object.entries(headers)
    .filter(([name]) => !fleeting.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  let body = `${status}\n${remaining.join('\n')}\n${text}`;
  for (const requestId of requestIds) body = body.replaceAll(requestId, '<request>');
  return status < 400 ? `${status}` : body.replaceAll(id, '<id>');
}

/**
 * An unknown cursor may return an empty page or the first page of the caller's own list; neither contains another
 * owner's objects.
 */
function isHarmless({ text }, id) {
  return /"object":"list"|"has_more":|"next_page":/.test(text) && !text.includes(id);
}

/** The owner's view of all objects. */
async function stateOf(url, { key, own }) {
  const paths = [`/v1/responses/${own.response}`, `/v1/responses/${own.response}/input_items`];
  if (own.background !== undefined) paths.push(`/v1/responses/${own.background}`);
  if (own.batch !== undefined)
    paths.push(`/v1/messages/batches/${own.batch}`, `/v1/messages/batches/${own.batch}/results`);
  if (own.conversation !== undefined)
    paths.push(`/v1/conversations/${own.conversation}`, `/v1/conversations/${own.conversation}/items`);
  if (own.vectorStore !== undefined)
    paths.push(`/v1/vector_stores/${own.vectorStore}`, `/v1/vector_stores/${own.vectorStore}/files`);
  if (own.file !== undefined) paths.push(`/v1/files/${own.file}`, `/v1/files/${own.file}/content`);
  const state = {};
  for (const path of paths) {
    const { status, text } = await send({ url, key, path, headers: messagesHeaders });
    state[path] = `${status} ${text}`;
  }
  // Threads have no read route, but can be continued.
  const { status } = await send({
    url,
    key,
    path: '/v1/responses',
    body: { model: 'scripted', store: false, input: 'Hello.', previous_response_id: own.thread },
  });
  state['thread'] = `${status}`;
  return state;
}
