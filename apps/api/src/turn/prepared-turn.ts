import type { TurnEncoder } from '@org/dialects/dialect';
import type { GenerationEvent, TurnRequest } from '@org/engine';

/** A request that was checked and translated. Nothing runs before somebody reads `events`, and then it runs once. */
export interface PreparedTurn<Request, Response, Event> {
  /** Id of the answer. */
  readonly id: string;
  readonly request: Request;
  readonly turn: TurnRequest;
  readonly encoder: TurnEncoder<Response, Event>;
  /** Throws what the client is to be told. */
  readonly events: AsyncIterable<GenerationEvent>;
}
