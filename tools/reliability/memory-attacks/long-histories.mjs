import { addLongItem, createConversation, longText, post } from './stored-contents.mjs';

/** Short requests that continue a response with an input of 31 MB. @type {import('./main.mjs').MemoryAttack} */
export const previousResponse = {
  name: 'previous-response',
  count: 12,
  prepare: async (target) => (await post(target, '/v1/responses', { model: 'm', input: longText })).body.id,
  attack: (target, id) => post(target, '/v1/responses', { model: 'm', input: 'Next.', previous_response_id: id }),
};

/** Short requests in conversations of 31 MB. @type {import('./main.mjs').MemoryAttack} */
export const longConversation = {
  name: 'conversation',
  count: 12,
  async prepare(target) {
    const conversations = [];
    for (let n = 0; n < 4; n++) {
      conversations.push(await createConversation(target));
      await addLongItem(target, conversations[n]);
    }
    return conversations;
  },
  attack: (target, conversations, n) =>
    post(target, '/v1/responses', { model: 'm', input: 'Next.', conversation: conversations[n % 4], store: false }),
};
