import { EngineError } from './engine-error.js';

/** The one answer for every server that clients may not use here: it does not tell what this installation or its network has. */
export function serverNotAllowed(param: string): EngineError {
  return new EngineError(
    'invalid-request',
    `${param}: this installation does not allow clients to use that MCP server.`,
    {
      param,
      retryable: false,
    },
  );
}
