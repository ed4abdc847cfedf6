import { EngineError, type Page, type PageRequest } from '@org/engine/storage';

/** A page of a list that is at hand, oldest entry first. Throws `invalid-request` when `after` names no entry. */
export function pageOf<Entry extends { readonly id: string }>(
  oldestFirst: readonly Entry[],
  { after, order, limit }: PageRequest,
): Page<Entry> {
  const inOrder = order === 'asc' ? oldestFirst : oldestFirst.toReversed();
  const start = after === undefined ? 0 : inOrder.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw unknownCursor();
  return { entries: inOrder.slice(start, start + limit), hasMore: start + limit < inOrder.length };
}

/** What a store throws for an `after` that names no entry of the list. */
export function unknownCursor(): EngineError {
  return new EngineError('invalid-request', 'No item of this list has the id given as `after`.', { param: 'after' });
}
