import type { ServerCallOutcome } from '../model/server-tool.js';

/** JSON-RPC's code for parameters that a method does not take. */
const invalidParams = -32_602;

/** How a call ends whose arguments no server could take: the model may try again. */
export const notAnObject: ServerCallOutcome = {
  content: [],
  failure: { kind: 'protocol', code: invalidParams, message: 'The arguments are not one JSON object.' },
};
