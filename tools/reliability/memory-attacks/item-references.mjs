import { addLongItem, createConversation, post } from './stored-contents.mjs';

/** Requests of 364 bytes that each refer to four stored items of 31 MB. @type {import('./main.mjs').MemoryAttack} */
export const itemReferences = {
  name: 'item-references',
  count: 12,
  async prepare(target) {
    const conversation = await createConversation(target);
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await addLongItem(target, conversation));
    return ids;
  },
  attack: (target, ids) =>
    post(target, '/v1/responses', { model: 'm', input: ids.map((id) => ({ type: 'item_reference', id })) }),
};

/** As above, with references within the limit of one request. @type {import('./main.mjs').MemoryAttack} */
export const twoReferences = {
  ...itemReferences,
  name: 'two-references',
  attack: (target, ids) => itemReferences.attack(target, ids.slice(0, 2)),
};

/** Requests that name one stored item of 31 MB four times. @type {import('./main.mjs').MemoryAttack} */
export const repeatedReference = {
  ...itemReferences,
  name: 'repeated-reference',
  attack: (target, [id]) => itemReferences.attack(target, [id, id, id, id]),
};
