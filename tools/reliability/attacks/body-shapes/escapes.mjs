import { largeBytes, requestOf } from './request-of.mjs';

/** One text of 32 MB whose characters all have an escape. @type {import('./request-of.mjs').AttackShape} */
export const escapes = {
  name: 'escapes',
  body: (dialect, model) =>
    Buffer.from(requestOf(dialect, model, { content: `"${'\\n\\"\\u00e9\\ud83d\\ude00'.repeat(largeBytes / 22)}"` })),
  statuses: [200],
};
