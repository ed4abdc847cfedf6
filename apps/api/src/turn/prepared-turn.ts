import type { TurnEncoder } from '@org/dialects/dialect';
import type { GenerationEvent, PersistResponse, TurnRequest } from '@org/engine';

export interface RunOptions {
  /** Whether the response is non-streaming, so that the client reads it only at its end. Default: false. */
  readonly nonStreaming?: boolean;
  /** Stores the idempotent response in one transaction with the turn. Absent: the response is not stored. */
  readonly persist?: PersistResponse | undefined;
}

/** A request that was checked and translated. */
export interface PreparedTurn<Request, Response, Event> {
  /** Id of the response. */
  readonly id: string;
  readonly request: Request;
  readonly turn: TurnRequest;
  readonly encoder: TurnEncoder<Response, Event>;
  /** May be called once. The turn starts when the caller reads the events. They throw the error for the client. */
  run(options?: RunOptions): AsyncIterable<GenerationEvent>;
}
