import { EngineError } from '@org/engine/errors/engine-error';
import { pathOf, type ResolvedItem } from '../resolve-items.js';

/** An input that ends with a trigger asks for a compaction and for no answer. Passing over it would answer what was not asked. */
export function refuseCompactionTrigger(items: readonly ResolvedItem[]): void {
  const trigger = items.find(({ item }) => item.type === 'compaction_trigger');
  if (trigger === undefined) return;
  const param = pathOf(trigger);
  throw new EngineError('unsupported', `Unsupported item: '${param}' is a 'compaction_trigger'. Use POST /v1/responses/compact, or 'context_management' with a 'compaction'.`, { param });
}
