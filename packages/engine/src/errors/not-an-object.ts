import type { ServerCallOutcome } from '../model/server-tool.js';

/** The result of a call whose arguments are not an object, which no server accepts: the model may try again. */
export const notAnObject: ServerCallOutcome = {
  content: [],
  // JSON-RPC's code for parameters that a method does not take.
  failure: { kind: 'protocol', code: -32_602, message: 'The arguments are not one JSON object.' },
};
