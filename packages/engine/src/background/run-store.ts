import type { Store } from '../ports/store.js';

/** What a run asks of the store. */
export type RunStore = Pick<
  Store,
  | 'extendLease'
  | 'hasFairerWaiters'
  | 'releaseJob'
  | 'failTurn'
  | 'watchTurn'
  | 'readEvents'
  | 'appendEvents'
  | 'putTurn'
  | 'getTurn'
>;
