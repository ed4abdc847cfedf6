import { largeBytes, requestOf } from './request-of.mjs';

/** Metadata of 9,000 members and 32 MB, which no dialect allows. @type {import('./request-of.mjs').AttackShape} */
export const largeMetadata = {
  name: 'large-metadata',
  body: (dialect, model) => {
    const value = 'v'.repeat(Math.floor(largeBytes / 9_000) - 20);
    const members = Array.from({ length: 9_000 }, (_, at) => `"member${at}":"${value}"`).join(',');
    return Buffer.from(requestOf(dialect, model, { members: `"metadata":{${members}}` }));
  },
  statuses: [200, 400],
};
