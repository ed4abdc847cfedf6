import { EngineError } from '@org/engine';

/** The same error for every disallowed server, so that it reveals nothing about this installation or its network. */
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
