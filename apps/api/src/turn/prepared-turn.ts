import type { TurnEncoder } from '@org/dialects/dialect';
import type { GenerationEvent, PersistResponse, TurnRequest } from '@org/engine';

export interface RunOptions {
  /** Whether the answer goes out in one piece, so that nobody reads it before its end. Default: false. */
  readonly nonStreaming?: boolean;
  /** Keeps the answer in one step with the turn. Absent: the answer is not kept. */
  readonly persist?: PersistResponse | undefined;
}

/** A request that was checked and translated. */
export interface PreparedTurn<Request, Response, Event> {
  /** Id of the response. */
  readonly id: string;
  readonly request: Request;
  readonly turn: TurnRequest;
  readonly encoder: TurnEncoder<Response, Event>;
  /** To be called once. Nothing runs before somebody reads the events. They throw what the client is to be told. */
  run(options?: RunOptions): AsyncIterable<GenerationEvent>;
}
