import { requestOf, toolOf } from './request-of.mjs';

/** One tool with a schema of 150,000 values. @type {import('./request-of.mjs').AttackShape} */
export const largeSchema = {
  name: 'large-schema',
  body: (dialect, model) => {
    const group = (at) =>
      `"g${at}":{"type":"object","properties":{${Array.from({ length: 100 }, (_, index) => `"p${index}":{"type":"string","maxLength":${index}}`).join(',')}}}`;
    const schema = `{"type":"object","properties":{${Array.from({ length: 490 }, (_, at) => group(at)).join(',')}}}`;
    return Buffer.from(requestOf(dialect, model, { members: `"tools":[${toolOf(dialect, 'f', schema)}]` }));
  },
  statuses: [200],
};
