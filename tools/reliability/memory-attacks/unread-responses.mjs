import { connect } from 'node:net';
import { addLongItem, createConversation, longText, post } from './stored-contents.mjs';

/** GETs whose response of 31 MB the client does not read. */
function unread(name, pathOf) {
  return {
    name,
    count: 80,
    prepare: pathOf,
    attack: (target, path) => getUnread(target, path),
  };
}

/** @type {import('./main.mjs').MemoryAttack} */
export const unreadItem = unread('unread-item', async (target) => {
  const conversation = await createConversation(target);
  return `/v1/conversations/${conversation}/items/${await addLongItem(target, conversation)}`;
});

/** @type {import('./main.mjs').MemoryAttack} */
export const unreadItems = unread('unread-items', async (target) => {
  const conversation = await createConversation(target);
  await addLongItem(target, conversation);
  return `/v1/conversations/${conversation}/items`;
});

/** @type {import('./main.mjs').MemoryAttack} */
export const unreadResponse = unread('unread-response', async (target) => {
  const { body } = await post(target, '/v1/responses', { model: 'm', input: 'Hi.', instructions: longText });
  return `/v1/responses/${body.id}`;
});

/** @type {import('./main.mjs').MemoryAttack} */
export const unreadInputItems = unread('unread-input-items', async (target) => {
  const { body } = await post(target, '/v1/responses', { model: 'm', input: longText });
  return `/v1/responses/${body.id}/input_items`;
});

/** Ends when the service closes the connection, or `signal` aborts. */
function getUnread({ url, key, signal }, path) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const close = () => socket.destroy();
    signal.addEventListener('abort', close);
    socket.once('error', () => undefined);
    socket.once('close', () => {
      signal.removeEventListener('abort', close);
      resolve({ status: 'closed' });
    });
    socket.once('connect', () => {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n\r\n`);
    });
  });
}
