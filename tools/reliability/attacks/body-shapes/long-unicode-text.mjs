import { largeBytes, requestOf } from './request-of.mjs';

/** One text of 32 MB that takes two bytes for each character in memory. @type {import('./request-of.mjs').AttackShape} */
export const longUnicodeText = {
  name: 'long-unicode-text',
  body: (dialect, model) =>
    Buffer.from(requestOf(dialect, model, { content: `"${'слова и слова, '.repeat(largeBytes / 26)}"` })),
  statuses: [200],
};
