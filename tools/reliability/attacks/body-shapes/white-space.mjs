import { largeBytes, requestOf } from './request-of.mjs';

/** 32 MB of white space before the end. @type {import('./request-of.mjs').AttackShape} */
export const whiteSpace = {
  name: 'white-space',
  body: (dialect, model) => {
    const request = requestOf(dialect, model, {});
    return Buffer.from(`${request.slice(0, -1)}${' '.repeat(largeBytes)}}`);
  },
  statuses: [200],
};
