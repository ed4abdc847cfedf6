import { manyValues, requestOf } from './request-of.mjs';

/** 12,000 calls of tools with their results. @type {import('./request-of.mjs').AttackShape} */
export const manyCalls = {
  name: 'many-calls',
  body: (dialect, model) => {
    const calls = Array.from({ length: Math.floor(manyValues / 16) }, (_, at) =>
      dialect === 'messages'
        ? `{"role":"assistant","content":[{"type":"tool_use","id":"toolu_${at}","name":"f","input":{"a":1}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_${at}","content":"b"}]}`
        : `{"type":"function_call","call_id":"call_${at}","name":"f","arguments":"{\\"a\\":1}"},{"type":"function_call_output","call_id":"call_${at}","output":"b"}`,
    ).join(',');
    const request = requestOf(dialect, model, {});
    return Buffer.from(
      request.replace(/"content":"Hello."}/, (message) => `${message},${calls},{"role":"user",${message}`),
    );
  },
  statuses: [200],
};
