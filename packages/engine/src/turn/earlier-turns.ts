import { EngineError } from '../errors/engine-error.js';
import type { ChainTurn, TurnStore } from '../ports/store.js';
import { calledIn, previousNotFound, short } from './previous-not-found.js';
import type { TurnRequest } from './turn-request.js';

/**
 * The turns that `turn` continues, root first. Throws `previous-not-found` for an unreadable chain; the error names
 * the missing earlier turn to the owner of the last one.
 */
export async function earlierTurns(
  { dialect, state: { previousId } }: TurnRequest,
  store: Pick<TurnStore, 'getChain' | 'findMissingLink'>,
  owner: string,
): Promise<readonly ChainTurn[]> {
  if (previousId === undefined) return [];
  const chain = await store.getChain(owner, previousId);
  if (chain !== undefined) return chain;
  const missing = await store.findMissingLink(owner, previousId);
  if (missing === undefined || missing === previousId) throw previousNotFound(previousId, dialect);
  throw new EngineError(
    'previous-not-found',
    `Previous ${calledIn[dialect]} with id '${short(previousId)}' cannot be continued: '${short(missing)}', which it continues, is not stored.`,
  );
}
