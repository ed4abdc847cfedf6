// Random operations on the conversations of one owner, each applied to the service and to the reference model.
import { promptOf } from './response-script.mjs';
import { send } from './http-call.mjs';
import { comparePage } from './model-operations.mjs';
import { createResponse, textOf } from './responses-client.mjs';

/** @typedef {import('./model-operations.mjs').Operation} Operation */

const json = JSON.stringify;

/** @param {import('./model-operations.mjs').Actor} actor */
function anyConversationId({ draw, model, otherId }) {
  const own = [...model.conversations.keys()].slice(-5);
  const roll = draw.next();
  if (roll < 0.9 && own.length > 0) return draw.pick(own);
  if (roll < 0.95 && model.gone.length > 0) return draw.pick(model.gone.slice(-10));
  return otherId() ?? 'conv_neverwasneverwasne';
}

const userItem = (text) => ({ type: 'message', role: 'user', content: text });

/** @type {Operation} */
export async function createConversation({ url, key, draw, model, expect, nextTag }) {
  const texts = Array.from({ length: draw.integer(3) }, () => nextTag());
  const metadata = { note: nextTag() };
  const reply = await send({
    url: url(),
    key,
    path: '/v1/conversations',
    body: { items: texts.map(userItem), metadata },
  });
  expect('create of a conversation', reply.status, 200);
  if (reply.status !== 200) return;
  const { id } = reply.json();
  const list = (await send({ url: url(), key, path: `/v1/conversations/${id}/items?order=asc` })).json();
  expect(
    'items of a new conversation',
    list.data.map(({ content }) => content[0].text),
    texts,
  );
  model.conversations.set(id, {
    id,
    metadata,
    items: list.data.map((item) => ({ id: item.id, message: { role: 'user', text: item.content[0].text } })),
  });
}

/** @type {Operation} */
export async function readConversation(actor) {
  const id = anyConversationId(actor);
  const known = actor.model.conversations.get(id);
  const reply = await send({ url: actor.url(), key: actor.key, path: `/v1/conversations/${id}` });
  if (known === undefined) return actor.expect('get of a missing conversation', reply.status, 404);
  actor.expect('get of a conversation', [reply.status, reply.json().metadata], [200, known.metadata]);
}

/** @type {Operation} */
export async function updateConversation(actor) {
  const id = anyConversationId(actor);
  const known = actor.model.conversations.get(id);
  const metadata = { note: actor.nextTag() };
  const reply = await send({ url: actor.url(), key: actor.key, path: `/v1/conversations/${id}`, body: { metadata } });
  actor.expect('update of a conversation', reply.status, known === undefined ? 404 : 200);
  if (known !== undefined) known.metadata = metadata;
}

/** @type {Operation} */
export async function addItems(actor) {
  const id = anyConversationId(actor);
  const known = actor.model.conversations.get(id);
  const texts = Array.from({ length: 1 + actor.draw.integer(3) }, () => actor.nextTag());
  const reply = await send({
    url: actor.url(),
    key: actor.key,
    path: `/v1/conversations/${id}/items`,
    body: { items: texts.map(userItem) },
  });
  if (known === undefined) return actor.expect('items for a missing conversation', reply.status, 404);
  actor.expect('items added', [reply.status, reply.json().data?.map(({ content }) => content[0].text)], [200, texts]);
  if (reply.status === 200)
    known.items.push(
      ...reply.json().data.map((item, index) => ({ id: item.id, message: { role: 'user', text: texts[index] } })),
    );
}

/** @type {Operation} */
export async function listConversation(actor) {
  const id = anyConversationId(actor);
  const known = actor.model.conversations.get(id);
  const path = `/v1/conversations/${id}/items`;
  if (known !== undefined) return await comparePage(actor, path, known.items);
  actor.expect('list of a missing conversation', (await send({ url: actor.url(), key: actor.key, path })).status, 404);
}

/** @type {Operation} */
export async function deleteItem(actor) {
  const id = anyConversationId(actor);
  const known = actor.model.conversations.get(id);
  const item =
    known === undefined || known.items.length === 0 ? { id: 'msg_neverwasneverwasne' } : actor.draw.pick(known.items);
  const reply = await send({
    url: actor.url(),
    key: actor.key,
    method: 'DELETE',
    path: `/v1/conversations/${id}/items/${item.id}`,
  });
  const there = known?.items.includes(item) === true;
  actor.expect('delete of an item', reply.status, there ? 200 : 404);
  if (there) known.items.splice(known.items.indexOf(item), 1);
}

/** @type {Operation} */
export async function deleteConversation(actor) {
  const id = anyConversationId(actor);
  const known = actor.model.conversations.get(id);
  const reply = await send({ url: actor.url(), key: actor.key, method: 'DELETE', path: `/v1/conversations/${id}` });
  actor.expect('delete of a conversation', reply.status, known === undefined ? 404 : 200);
  if (known !== undefined) actor.model.deleteConversation(id);
}

/** A turn in a conversation reads its items and adds to them. @type {Operation} */
export async function talk(actor) {
  const { model, expect, draw, key } = actor;
  const id = anyConversationId(actor);
  const known = model.conversations.get(id);
  const prompt = promptOf({ tag: actor.nextTag(), words: draw.integer(3) });
  const { status, response } = await createResponse(
    { url: actor.url(), key },
    { input: prompt, conversation: draw.chance(0.5) ? id : { id }, stream: draw.chance(0.5) },
  );
  if (known === undefined) return expect('turn in a missing conversation', status, 404);
  const text = model.expectedReply(
    known.items.map(({ message }) => message),
    prompt,
  );
  expect('turn in a conversation', [status, status === 200 ? textOf(response) : response], [200, text]);
  if (status !== 200) return;
  const messages = [
    { role: 'user', text: prompt },
    { role: 'assistant', text },
  ];
  const list = (await send({ url: actor.url(), key, path: `/v1/conversations/${id}/items?order=desc&limit=2` })).json();
  expect(
    'items that a turn adds',
    list.data.map(({ content }) => content[0].text),
    [text, prompt],
  );
  known.items.push(...list.data.toReversed().map((item, index) => ({ id: item.id, message: messages[index] })));
  model.add({ id: response.id, previousId: undefined, messages, payload: json(response), background: false });
}
