import type { TurnRecord } from './store.js';

/**
 * Whether what is stored is what was to be written: of a write whose acknowledgement got lost nobody knows otherwise. Compares what
 * clients can see, which has the id and the text of every answer in it.
 */
export function isSameTurn(stored: TurnRecord | undefined, { status, payload, items }: TurnRecord): boolean {
  return (
    stored?.status === status && JSON.stringify([stored.payload, stored.items]) === JSON.stringify([payload, items])
  );
}
