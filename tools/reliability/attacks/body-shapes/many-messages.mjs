import { manyValues, requestOf } from './request-of.mjs';

/** 66,000 messages of a word. @type {import('./request-of.mjs').AttackShape} */
export const manyMessages = {
  name: 'many-messages',
  body: (dialect, model) => {
    const count = Math.floor(manyValues / 3);
    const turns = Array.from({ length: count }, (_, at) =>
      at % 2 === 0 ? '{"role":"user","content":"a"}' : '{"role":"assistant","content":"b"}',
    ).join(',');
    return Buffer.from(
      requestOf(dialect, model, {}).replace(/("messages":|"input":)\[/, (start) => `${start}${turns},`),
    );
  },
  statuses: [200],
};
