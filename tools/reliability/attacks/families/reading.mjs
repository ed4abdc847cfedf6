// Short requests that make the service read much of its store.
import { attacksOf } from '../attack.mjs';
import { addItem, createConversation, longConversation, longText, uploadOf } from '../stored-objects.mjs';

/** Requests of a few hundred bytes, all at once. */
const readers = (name, claim, prepare, bodyOf, number = 12) => ({
  name,
  claim,
  prepare,
  run: (attacker, prepared) =>
    attacker.flood(attacker.count(number), 1_000, (at) => ({ path: '/v1/responses', body: bodyOf(prepared, at) })),
});

const references = (ids) => ({ model: 'fast', input: ids.map((id) => ({ type: 'item_reference', id })) });

async function fourItems(attacker) {
  const conversation = await createConversation(attacker);
  const ids = [];
  for (let n = 0; n < 4; n++) ids.push(await addItem(attacker, conversation));
  return ids;
}

async function fourConversations(attacker) {
  const all = [];
  for (let n = 0; n < 4; n++) all.push(await longConversation(attacker));
  return all;
}

const longResponse = (attacker) => attacker.need({ path: '/v1/responses', body: { model: 'fast', input: longText } });

/** A conversation of many small items. */
async function manyItems(attacker, total) {
  const conversation = await createConversation(attacker);
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a'.repeat(200) }] };
  const items = Array.from({ length: 20 }, () => item);
  const pages = Array.from({ length: total / 20 }, () => ({
    path: `/v1/conversations/${conversation}/items`,
    body: { items },
  }));
  for (const page of pages) await attacker.need(page);
  return conversation;
}

/** A chain of responses. */
async function chainOf(attacker, length) {
  let id;
  for (let n = 0; n < length; n++) {
    const body = { model: 'fast', input: 'a'.repeat(1_000), ...(id === undefined ? {} : { previous_response_id: id }) };
    ({ id } = await attacker.need({ path: '/v1/responses', body }));
  }
  return id;
}

export const attacks = attacksOf('reading', [
  readers('item-references', 'names four stored items of 31 MB in each request', fourItems, references),
  readers('two-references', 'names two stored items of 31 MB in each request', fourItems, (ids) =>
    references(ids.slice(0, 2)),
  ),
  readers('repeated-reference', 'names one stored item of 31 MB four times', fourItems, ([id]) =>
    references([id, id, id, id]),
  ),
  readers(
    'many-references',
    'names a small item 10,000 times',
    async (attacker) => addItem(attacker, await createConversation(attacker), 'a'.repeat(4_000)),
    (id) => references(Array.from({ length: 10_000 }, () => id)),
  ),
  readers('unknown-references', 'names 10,000 items that do not exist', undefined, () =>
    references(Array.from({ length: 10_000 }, (_, at) => `msg_${at}`)),
  ),
  readers('previous-response', 'continues a response with an input of 31 MB', longResponse, ({ id }) => ({
    model: 'fast',
    input: 'Next.',
    previous_response_id: id,
  })),
  readers('long-conversation', 'sends short requests in conversations of 31 MB', fourConversations, (all, at) => ({
    model: 'fast',
    input: 'Next.',
    conversation: all[at % 4].conversation,
    store: false,
  })),
  readers(
    'conversation-of-many-items',
    'sends requests in a conversation of 2,000 items',
    (attacker) => manyItems(attacker, 2_000),
    (conversation) => ({ model: 'fast', input: 'Next.', conversation, store: false }),
    30,
  ),
  readers(
    'long-chain',
    'continues a chain of 150 responses',
    (attacker) => chainOf(attacker, 150),
    (id) => ({ model: 'fast', input: 'Next.', previous_response_id: id, store: false }),
    60,
  ),
  {
    name: 'count-stored-tokens',
    claim: 'has the tokens of a conversation of 31 MB counted',
    prepare: longConversation,
    run: (attacker, { conversation }) =>
      attacker.flood(attacker.count(12), 200, () => ({
        path: '/v1/responses/input_tokens',
        body: { model: 'fast', input: 'Next.', conversation },
      })),
  },
  {
    name: 'compact-stored-response',
    claim: 'compacts a response with an input of 31 MB',
    prepare: longResponse,
    run: (attacker, { id }) =>
      attacker.flood(attacker.count(12), 200, () => ({
        path: '/v1/responses/compact',
        body: { model: 'fast', previous_response_id: id },
      })),
  },
  {
    name: 'file-in-requests',
    claim: 'names an uploaded file of 31 MB in each request',
    prepare: (attacker) => attacker.need(uploadOf(Buffer.alloc(31_000_000, 97))),
    run: (attacker, { id }) => {
      const content = [{ type: 'input_file', file_id: id }];
      return attacker.flood(attacker.count(12), 200, () => ({
        path: '/v1/responses',
        body: { model: 'fast', store: false, input: [{ role: 'user', content }] },
      }));
    },
  },
  {
    name: 'pages-of-items',
    claim: 'reads pages of 100 items as fast as it can',
    prepare: (attacker) => manyItems(attacker, 1_000),
    run: (attacker, conversation) =>
      attacker.repeat(attacker.count(8, 80), () =>
        attacker.send({ path: `/v1/conversations/${conversation}/items?limit=100` }),
      ),
  },
  {
    name: 'models-and-lists',
    claim: 'requests the lists of models, files and batches as fast as it can',
    run: (attacker) => {
      const paths = ['/v1/models', '/v1/files', '/v1/messages/batches', '/v1/models/fast'];
      return attacker.repeat(attacker.count(8, 80), (at) =>
        attacker.send({ path: paths[at % paths.length], headers: { 'anthropic-version': '2023-06-01' } }),
      );
    },
  },
  {
    name: 'documents-without-key',
    claim: 'requests the OpenAPI document and the pages without a key as fast as it can',
    run: (attacker) => {
      const paths = ['/openapi.json', '/docs', '/', '/health/live', '/health/ready'];
      return attacker.repeat(attacker.count(8, 80), (at) =>
        attacker.send({ path: paths[at % paths.length], key: null }),
      );
    },
  },
]);
