import { EngineError } from '@org/engine/errors/engine-error';
import type { MessageCreateParams } from '@org/protocol/messages';

/**
 * A request with `compaction` asks for a signed summary and for no answer. An ordinary answer in its place would be sent back as what
 * stands for the whole conversation. Only an upstream of this dialect makes and reads such blocks.
 */
export function refuseCompaction({ compaction }: Pick<MessageCreateParams, 'compaction'>): void {
  if (compaction === undefined || compaction === null) return;
  throw new EngineError('unsupported', 'compaction: this model makes no summaries in the place of an answer. Ask for one in a message.', {
    param: 'compaction',
    detail: 'compaction_unavailable',
  });
}
