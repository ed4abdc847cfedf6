import type { ServerCallOutcome } from '@org/engine';

type FailureDetails = NonNullable<ServerCallOutcome['failure']>;

interface FailureOptions {
  readonly cause?: unknown;
  /** What a model is told instead of the message: with the server's own words, bounded. */
  readonly modelMessage?: string;
}

/** Why there is no answer of a tool. The message is for clients: it holds no secrets, no words of the server, and says nothing of the network. */
export class ToolServerFailure extends Error {
  override readonly name = 'ToolServerFailure';

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
export function unreachable(cause?: unknown): ToolServerFailure {
  return new ToolServerFailure('http', 502, 'The tool server could not be reached.', { cause });
}

export function callTimedOut(milliseconds: number): ToolServerFailure {
  return new ToolServerFailure('http', 504, `The tool server did not answer within ${milliseconds / 1000} seconds.`);
}

export function tooLarge(bytes: number): ToolServerFailure {
  return new ToolServerFailure(
    'http',
    502,
    `The tool server answered with more than ${bytes} bytes, which is more than is taken.`,
  );
}

export function endedEarly(): ToolServerFailure {
  return new ToolServerFailure('http', 502, 'The answer of the tool server ended before it was whole.');
}

export function notTheProtocol(cause?: unknown): ToolServerFailure {
  return new ToolServerFailure('protocol', -32_700, 'What the tool server answered is not what the protocol says.', {
    cause,
  });
}
