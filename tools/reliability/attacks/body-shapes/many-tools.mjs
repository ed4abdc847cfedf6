import { requestOf, toolOf } from './request-of.mjs';

/** 100 tools of 1,500 values. @type {import('./request-of.mjs').AttackShape} */
export const manyTools = {
  name: 'many-tools',
  body: (dialect, model) => {
    const schema = `{"type":"object","properties":{${Array.from({ length: 490 }, (_, index) => `"p${index}":{"type":"string","maxLength":${index}}`).join(',')}}}`;
    const tools = Array.from({ length: 100 }, (_, at) => toolOf(dialect, `f${at}`, schema)).join(',');
    return Buffer.from(requestOf(dialect, model, { members: `"tools":[${tools}]` }));
  },
  statuses: [200],
};
