import { largeBytes, requestOf } from './request-of.mjs';

/** One text of 32 MB in ASCII. @type {import('./request-of.mjs').AttackShape} */
export const longText = {
  name: 'long-text',
  body: (dialect, model) =>
    Buffer.from(requestOf(dialect, model, { content: `"${'many words '.repeat(largeBytes / 11)}"` })),
  statuses: [200],
};
