import { EngineError } from '../../errors/engine-error.js';
import type { Message } from '../../model/message.js';
import type { TurnRequest } from '../turn-request.js';

/**
 * A compaction replaces the complete conversation before it: without it the model would respond as if that had never
 * existed. Another service may have made a compaction of the history, or the secret may have changed since.
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
