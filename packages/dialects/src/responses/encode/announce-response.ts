// A response that is accepted now and made later.
import type { TurnSnapshot } from '@org/engine';
import type { Response, ResponseCreateParams } from '@org/protocol/responses';
import type { EncodeContext } from '../../dialect.js';
import { snapshotOf } from '../snapshot.js';
import { frameOf, runningResponse } from './encode-response.js';
import type { SentEvent } from './sent-event.js';

/** What the client receives at once, and what is stored until the response runs. */
export interface Announcement {
  readonly response: Response;
  readonly events: readonly SentEvent[];
  readonly snapshot: TurnSnapshot;
}

/** Announces the response under the name of the requested model: the responding model is not known yet. */
export function announceResponse(request: ResponseCreateParams, context: EncodeContext): Announcement {
  const response: Response = { ...runningResponse(frameOf(request, context), request.model), status: 'queued' };
  return {
    response,
    events: [
      { type: 'response.created', sequence_number: 0, response },
      { type: 'response.queued', sequence_number: 1, response },
    ],
    snapshot: snapshotOf(request, response, [], context.items),
  };
}
