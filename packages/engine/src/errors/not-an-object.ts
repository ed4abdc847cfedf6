import type { ServerCallOutcome } from '../model/server-tool.js';

/** JSON-RPC's code for parameters that a method does not take. */
const invalidParams = -32_602;

/** The result of a call whose arguments are not an object, which no server accepts: the model may try again. */
export const notAnObject: ServerCallOutcome = {
  content: [],
  failure: { kind: 'protocol', code: invalidParams, message: 'The arguments are not one JSON object.' },
};
