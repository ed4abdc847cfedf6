import type { ServerCallOutcome } from '@org/engine';

type FailureDetails = NonNullable<ServerCallOutcome['failure']>;

interface FailureOptions {
  readonly cause?: unknown;
  /** What a model is told instead of the message: with the server's own words, bounded. */
  readonly modelMessage?: string;
}

/** Why there is no answer of a tool. The message is for clients: it holds no secrets, no words of the server, and says nothing of the network. */
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

/** One sentence for all that a network can do, so that it tells nothing of the network. */
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
