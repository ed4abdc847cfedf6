import type { ServerCallOutcome } from '@org/engine';

type FailureDetails = NonNullable<ServerCallOutcome['failure']>;

interface FailureOptions {
  readonly cause?: unknown;
  /** The message for the model instead of the client message: it includes the server's message, bounded. */
  readonly modelMessage?: string;
}

/**
 * The reason for a missing tool result. The message is for clients: it contains no secrets, no text of the server,
 * and reveals nothing about the network.
 */
export class McpServerFailure extends Error {
  override readonly name = 'McpServerFailure';

  readonly #modelMessage: string;

  constructor(
    readonly kind: FailureDetails['kind'],
    readonly code: number,
    message: string,
    { cause, modelMessage = message }: FailureOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.#modelMessage = modelMessage;
  }

  get outcome(): ServerCallOutcome {
    return { content: [], failure: { kind: this.kind, code: this.code, message: this.#modelMessage } };
  }
}

/** One message for all network errors, so that it reveals nothing about the network. */
export function unreachable(cause?: unknown): McpServerFailure {
  return new McpServerFailure('http', 502, 'The MCP server could not be reached.', { cause });
}

export function callTimedOut(milliseconds: number): McpServerFailure {
  return new McpServerFailure('http', 504, `The MCP server did not respond within ${milliseconds / 1000} seconds.`);
}

export function tooLarge(bytes: number): McpServerFailure {
  return new McpServerFailure(
    'http',
    502,
    `The MCP server returned more than ${bytes} bytes, which exceeds the limit.`,
  );
}

export function endedEarly(): McpServerFailure {
  return new McpServerFailure('http', 502, 'The response of the MCP server ended before it was complete.');
}

export function notTheProtocol(cause?: unknown): McpServerFailure {
  return new McpServerFailure('protocol', -32_700, 'The response of the MCP server does not follow the protocol.', {
    cause,
  });
}
