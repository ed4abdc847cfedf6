// Random operations on the responses of one owner, each applied to the service and to the reference model.
import { promptOf } from './response-script.mjs';
import { send } from './http-call.mjs';
import { createResponse, getResponse, textOf } from './responses-client.mjs';
import { readFrames } from './sse-frames.mjs';
import { pageOf } from './state-model.mjs';

/**
 * @typedef {object} Actor
 * @property {string} key
 * @property {() => string} url URL of a replica, selected for each call
 * @property {import('./seeded-random.mjs').SeededRandom} draw
 * @property {import('./state-model.mjs').StateModel} model
 * @property {() => string | undefined} otherId an id of another owner
 * @property {() => string} nextTag
 * @property {(what: string, seen: unknown, expected: unknown) => void} expect records a difference
 */

/** @typedef {(actor: Actor) => Promise<void>} Operation */

const json = JSON.stringify;

/** Any id: mostly the owner's, sometimes deleted, another owner's or never assigned. @param {Actor} actor */
function anyResponseId({ draw, model, otherId }) {
  const own = [...model.responses.keys()].slice(-30);
  const roll = draw.next();
  if (roll < 0.85 && own.length > 0) return draw.pick(own);
  if (roll < 0.9 && model.gone.length > 0) return draw.pick(model.gone.slice(-10));
  return otherId() ?? 'resp_neverwasneverwasne';
}

/** @type {Operation} */
export async function create(actor) {
  const { draw, model, expect } = actor;
  const tag = actor.nextTag();
  const prompt = promptOf({ tag, words: draw.integer(4) });
  const previousId = draw.chance(0.6) ? anyResponseId(actor) : undefined;
  const store = draw.chance(0.85);
  const earlier = previousId === undefined ? [] : model.chain(previousId);
  const running =
    previousId !== undefined &&
    model.responses.get(previousId)?.payload === undefined &&
    model.responses.has(previousId);
  const { status, response } = await createResponse(
    { url: actor.url(), key: actor.key },
    {
      input: prompt,
      store,
      stream: draw.chance(0.5),
      ...(previousId === undefined ? {} : { previous_response_id: previousId }),
    },
  );
  if (earlier === undefined)
    return expect(
      'create after a missing response',
      [status, response.error?.code],
      [400, 'previous_response_not_found'],
    );
  if (running) return expect('create after a running response', status, 409);
  const text = model.expectedReply(earlier, prompt);
  expect('create', [status, status === 200 ? textOf(response) : response], [200, text]);
  if (status === 200 && store)
    model.add({
      id: response.id,
      previousId,
      messages: [
        { role: 'user', text: prompt },
        { role: 'assistant', text },
      ],
      payload: json(response),
      background: false,
    });
}

/** @type {Operation} */
export async function read(actor) {
  const id = anyResponseId(actor);
  const known = actor.model.responses.get(id);
  const reply = await getResponse({ url: actor.url(), key: actor.key }, id);
  if (known === undefined) return actor.expect('get of a missing response', reply.status, 404);
  if (known.payload === undefined) return actor.expect('get of a running response', reply.status, 200);
  actor.expect('get', [reply.status, reply.text], [200, known.payload]);
}

/** @type {Operation} */
export async function listInput(actor) {
  const id = anyResponseId(actor);
  const known = actor.model.responses.get(id);
  const reply = await send({
    url: actor.url(),
    key: actor.key,
    path: `/v1/responses/${id}/input_items?order=${actor.draw.pick(['asc', 'desc'])}`,
  });
  if (known === undefined) return actor.expect('items of a missing response', reply.status, 404);
  const texts = reply.status === 200 ? reply.json().data.map((item) => item.content[0].text) : reply.text;
  actor.expect('input items', [reply.status, texts], [200, [known.messages[0].text]]);
}

/** @type {Operation} */
export async function remove(actor) {
  const id = anyResponseId(actor);
  const known = actor.model.responses.get(id);
  // The operation that started a running response handles it.
  if (known !== undefined && known.payload === undefined) return;
  const reply = await send({ url: actor.url(), key: actor.key, method: 'DELETE', path: `/v1/responses/${id}` });
  actor.expect('delete', reply.status, known === undefined ? 404 : 200);
  if (known !== undefined) actor.model.deleteResponse(id);
}

/** A background response: followed to its end on another replica, or cancelled there. @type {Operation} */
export async function background(actor) {
  const { draw, model, expect, key } = actor;
  const cancels = draw.chance(0.5);
  const prompt = promptOf({
    tag: actor.nextTag(),
    words: 1 + draw.integer(4),
    first: cancels ? 5_000 : 0,
    gap: draw.integer(20),
  });
  const previousId = draw.chance(0.3) ? anyResponseId(actor) : undefined;
  const earlier = previousId === undefined ? [] : model.chain(previousId);
  const { status, response } = await createResponse(
    { url: actor.url(), key },
    { input: prompt, background: true, ...(previousId === undefined ? {} : { previous_response_id: previousId }) },
  );
  if (earlier === undefined)
    return expect(
      'background after a missing response',
      [status, response.error?.code],
      [400, 'previous_response_not_found'],
    );
  expect('background', [status, ['queued', 'in_progress'].includes(response.status)], [200, true]);
  if (status !== 200) return;
  const { id } = response;
  const path = `/v1/responses/${id}`;
  if (cancels) {
    if (draw.chance(0.5))
      await send({
        url: actor.url(),
        key,
        path: `${path}?stream=true&starting_after=0`,
        timeoutMs: 40 + draw.integer(100),
      }).catch(() => undefined);
    const first = await send({ url: actor.url(), key, method: 'POST', path: `${path}/cancel` });
    const second = await send({ url: actor.url(), key, method: 'POST', path: `${path}/cancel` });
    expect('cancel', [first.status, first.status === 200 && first.json().status], [200, 'cancelled']);
    expect('cancel again', [second.status, second.text], [200, first.text]);
  } else {
    const stream = await send({ url: actor.url(), key, path: `${path}?stream=true&starting_after=${draw.integer(3)}` });
    const last = readFrames(stream.text).events.at(-1);
    expect(
      'end of a background stream',
      [last?.type, last?.response === undefined ? undefined : textOf(last.response)],
      ['response.completed', model.expectedReply(earlier, prompt)],
    );
  }
  const stored = await getResponse({ url: actor.url(), key }, id);
  expect('get of an ended background response', stored.status, 200);
  if (stored.status !== 200) return;
  const outputText = textOf(stored.json());
  model.add({
    id,
    previousId,
    messages: [{ role: 'user', text: prompt }, ...(outputText === '' ? [] : [{ role: 'assistant', text: outputText }])],
    payload: stored.text,
    background: true,
  });
}

/** @type {Operation} */
export async function cancelEnded(actor) {
  const id = anyResponseId(actor);
  const known = actor.model.responses.get(id);
  const reply = await send({ url: actor.url(), key: actor.key, method: 'POST', path: `/v1/responses/${id}/cancel` });
  if (known === undefined) return actor.expect('cancel of a missing response', reply.status, 404);
  if (!known.background) return actor.expect('cancel of a response that is not in the background', reply.status, 400);
  actor.expect('cancel of a response that has ended', [reply.status, reply.text], [200, known.payload]);
}

/** @type {Operation} */
export async function resumeEnded(actor) {
  const id = anyResponseId(actor);
  const known = actor.model.responses.get(id);
  const after = actor.draw.integer(8);
  const reply = await send({
    url: actor.url(),
    key: actor.key,
    path: `/v1/responses/${id}?stream=true&starting_after=${after}`,
  });
  if (known === undefined) return actor.expect('stream of a missing response', reply.status, 404);
  const { events, done } = readFrames(reply.text);
  actor.expect(
    'resumed stream',
    [reply.status, done, events.every(({ sequence_number: number }, index) => number === after + 1 + index)],
    [200, true, true],
  );
  if (events.length > 0) actor.expect('end of a resumed stream', json(events.at(-1).response), known.payload);
}

/** References a stored message by its item id. @type {Operation} */
export async function refer(actor) {
  const { model, expect, draw } = actor;
  const id = anyResponseId(actor);
  const known = model.responses.get(id);
  if (known?.payload === undefined) return;
  const item = JSON.parse(known.payload).output[0];
  if (item?.type !== 'message' || known.messages[1] === undefined) return;
  const prompt = promptOf({ tag: actor.nextTag(), words: 1 });
  const { status, response } = await createResponse(
    { url: actor.url(), key: actor.key },
    {
      store: false,
      stream: draw.chance(0.5),
      input: [
        { type: 'item_reference', id: item.id },
        { role: 'user', content: prompt },
      ],
    },
  );
  expect(
    'item reference',
    [status, status === 200 ? textOf(response) : response],
    [200, model.expectedReply([known.messages[1]], prompt)],
  );
}

/**
 * Compares a page of a list with the model's.
 * @param {Actor} actor
 * @param {string} path
 * @param {readonly { id: string }[]} items
 */
export async function comparePage(actor, path, items) {
  const { draw, expect } = actor;
  const request = {
    order: draw.pick(['asc', 'desc']),
    limit: 1 + draw.integer(6),
    ...(items.length > 0 && draw.chance(0.5) ? { after: draw.pick(items).id } : {}),
  };
  const reply = await send({
    url: actor.url(),
    key: actor.key,
    path: `${path}?${new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]))}`,
  });
  const { ids, hasMore } = pageOf(items, request);
  const seen = reply.status === 200 ? reply.json() : undefined;
  expect(
    `page ${json(request)}`,
    [reply.status, seen?.data.map(({ id }) => id), seen?.has_more, seen?.first_id, seen?.last_id],
    [200, ids, hasMore, ids[0] ?? '', ids.at(-1) ?? ''],
  );
}
