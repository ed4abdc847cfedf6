import { countCharacters, EngineError, type JsonObject } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { maxBytesRead } from '../config/settings/memory-shares.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { currentHolder } from '../limits/memory-holder.js';

/**
 * Reserves the memory of stored items that a request names, each as often as it does: that is how the request is sent
 * to an upstream and stored, also where they repeat a text that the store has once. Throws `context-overflow`.
 */
export async function reserveReferences(
  ids: readonly string[],
  items: ReadonlyMap<string, JsonObject>,
  { maxBodyBytes }: Pick<ServiceConfig['limits'], 'maxBodyBytes'>,
  memoryBudget: MemoryBudget,
): Promise<void> {
  const lengths = new Map(Array.from(items, ([id, value]) => [id, countCharacters(value)]));
  const length = ids.reduce((sum, id) => sum + (lengths.get(id) ?? 0), 0);
  const maxLength = maxBytesRead(maxBodyBytes);
  if (length > maxLength)
    throw new EngineError(
      'context-overflow',
      `The item references of this request expand to more than ${maxLength} characters. Refer to fewer items.`,
    );
  const holder = currentHolder();
  if (holder !== undefined) await memoryBudget.reserveMore(holder, length);
}
