// Reads of large stored objects whose response the client does not read.
import { setTimeout as pause } from 'node:timers/promises';
import { attacksOf } from '../attack.mjs';
import { longConversation, longText, uploadOf } from '../stored-objects.mjs';

/** GETs whose response of 31 MB the client does not read. `prepare` returns the path. */
const unread = (name, claim, prepare) => ({
  name,
  claim,
  prepare,
  run: (attacker, path) =>
    Promise.all(
      Array.from({ length: attacker.count(80, 800) }, async () => {
        const socket = attacker.openSocket();
        await socket.connected;
        socket.pause();
        await socket.write(attacker.head('GET', path));
        await Promise.race([socket.closed, attacker.end()]);
        attacker.saw(socket.isOpen ? 'unread' : 'closed');
        socket.destroy();
      }),
    ),
});

/** GETs that are read, as fast as the client can. */
const read = (name, claim, prepare) => ({
  name,
  claim,
  prepare,
  run: (attacker, path) => attacker.repeat(attacker.count(4, 16), () => attacker.send({ path })),
});

async function itemPath(attacker) {
  const { conversation, item } = await longConversation(attacker);
  return `/v1/conversations/${conversation}/items/${item}`;
}

async function itemsPath(attacker) {
  const { conversation } = await longConversation(attacker);
  return `/v1/conversations/${conversation}/items`;
}

async function inputItemsPath(attacker) {
  const { id } = await attacker.need({ path: '/v1/responses', body: { model: 'fast', input: longText } });
  return `/v1/responses/${id}/input_items`;
}

async function filePath(attacker) {
  const { id } = await attacker.need(uploadOf(Buffer.alloc(31_000_000, 97)));
  return `/v1/files/${id}/content`;
}

export const attacks = attacksOf('unread-responses', [
  unread('unread-item', 'requests an item of 31 MB and does not read it', itemPath),
  unread('unread-items', 'requests a page with an item of 31 MB and does not read it', itemsPath),
  unread('unread-input-items', 'requests input items of 31 MB and does not read them', inputItemsPath),
  unread('unread-response', 'requests a response with instructions of 31 MB and does not read it', async (attacker) => {
    const { id } = await attacker.need({
      path: '/v1/responses',
      body: { model: 'fast', input: 'Hi.', instructions: longText },
    });
    return `/v1/responses/${id}`;
  }),
  unread('unread-file', 'requests a file of 31 MB and does not read it', filePath),
  read('read-item', 'reads an item of 31 MB again and again', itemPath),
  read('read-input-items', 'reads input items of 31 MB again and again', inputItemsPath),
  read('read-file', 'reads a file of 31 MB again and again', filePath),
  {
    name: 'deleted-while-read',
    claim: 'deletes conversations of 31 MB while it reads them slowly',
    prepare: async (attacker) => [await longConversation(attacker), await longConversation(attacker)],
    run: async (attacker, conversations) => {
      const reads = conversations.flatMap(({ conversation }) =>
        Array.from({ length: attacker.count(10, 100) }, async () => {
          const socket = attacker.openSocket();
          await socket.write(attacker.head('GET', `/v1/conversations/${conversation}/items`));
          await Promise.race([socket.firstStatus(), attacker.end()]);
          socket.pause();
          await Promise.race([pause(3_000), socket.closed]);
          socket.resume();
          await Promise.race([pause(2_000), socket.closed, attacker.end()]);
          attacker.saw(socket.statuses[0] ?? 'closed');
          socket.destroy();
        }),
      );
      await pause(1_000);
      const deletes = conversations.map(({ conversation }) =>
        attacker.send({ method: 'DELETE', path: `/v1/conversations/${conversation}` }),
      );
      await Promise.all([...reads, ...deletes]);
    },
  },
]);
