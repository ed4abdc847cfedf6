import type { RunContext } from '@org/engine';
import { bytesToCollect } from '../config/settings/memory-shares.js';
import type { MemoryBudget } from './memory-budget.js';
import type { MemoryHolder } from './memory-holder.js';

/** The part of a run's context that reserves memory for its output, for `holder` and until that ends. */
export function reserveOutputFor(
  memoryBudget: Pick<MemoryBudget, 'reserveMore'>,
  holder: MemoryHolder | undefined,
  signal: AbortSignal,
): Pick<RunContext, 'reserveOutput'> {
  if (holder === undefined) return {};
  return { reserveOutput: (characters) => memoryBudget.reserveMore(holder, characters * bytesToCollect, signal) };
}
