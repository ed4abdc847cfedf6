import { EngineError } from '../../errors/engine-error.js';
import type { Message } from '../../model/message.js';
import type { TurnRequest } from '../turn-request.js';

/**
 * A compaction stands for all that was said before it: without it the model would answer as if that had never been. One of what the
 * turn continues may have been made by another service, or before the secret was changed.
 */
export function checkSummariesReadable(history: readonly Message[], { state }: TurnRequest): void {
  if (
    !history.some(({ parts }) =>
      parts.some(
        (part) =>
          part.type === 'opaque' &&
          part.dialect === 'responses' &&
          part.apiType === 'compaction' &&
          part.text === undefined,
      ),
    )
  )
    return;
  throw new EngineError(
    'invalid-request',
    'This request continues a compaction that the service cannot read: it was changed, or another service created it.',
    {
      param: state.conversationId === undefined ? undefined : 'conversation',
      detail: 'invalid_encrypted_content',
    },
  );
}
