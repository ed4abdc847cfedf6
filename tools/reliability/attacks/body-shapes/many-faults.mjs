import { manyValues, requestOf } from './request-of.mjs';

/** 66,000 content parts of an unknown type. @type {import('./request-of.mjs').AttackShape} */
export const manyFaults = {
  name: 'many-faults',
  body: (dialect, model) =>
    Buffer.from(
      requestOf(dialect, model, { content: `[${'{"type":"text","text":1},'.repeat(Math.floor(manyValues / 3))}0]` }),
    ),
  statuses: [400],
};
