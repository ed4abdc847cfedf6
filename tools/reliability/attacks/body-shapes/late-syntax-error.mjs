import { largeBytes, requestOf } from './request-of.mjs';

/** 32 MB of lines of escapes with an error at the end. @type {import('./request-of.mjs').AttackShape} */
export const lateSyntaxError = {
  name: 'late-syntax-error',
  body: (dialect, model) =>
    Buffer.from(
      requestOf(dialect, model, {
        content: `["${'\\n\\u00e9'.repeat(largeBytes / 16)}",\n${'\n'.repeat(largeBytes / 2)}]`,
      }),
    ),
  statuses: [400],
};
