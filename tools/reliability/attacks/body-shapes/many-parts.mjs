import { manyValues, requestOf } from './request-of.mjs';

/** 66,000 content parts of a word. @type {import('./request-of.mjs').AttackShape} */
export const manyParts = {
  name: 'many-parts',
  body: (dialect, model) => {
    const type = dialect === 'messages' ? 'text' : 'input_text';
    const parts = `${`{"type":"${type}","text":"a"},`.repeat(Math.floor(manyValues / 3))}{"type":"${type}","text":"b"}`;
    return Buffer.from(requestOf(dialect, model, { content: `[${parts}]` }));
  },
  statuses: [200],
};
