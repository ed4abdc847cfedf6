import { manyValues, requestOf, toolOf } from './request-of.mjs';

/** 199,000 numbers whose notation is preserved. @type {import('./request-of.mjs').AttackShape} */
export const exactNumbers = {
  name: 'exact-numbers',
  body: (dialect, model) => {
    const schema = `{"type":"object","properties":{"a":{"enum":[${'1.0,'.repeat(manyValues)}2]}}}`;
    return Buffer.from(requestOf(dialect, model, { members: `"tools":[${toolOf(dialect, 'f', schema)}]` }));
  },
  statuses: [200],
};
