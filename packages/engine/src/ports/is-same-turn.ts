import type { TurnRecord } from './store.js';

/**
 * Whether the stored turn equals the one to be written, which detects a write whose acknowledgement was lost.
 * Compares what clients can see, which includes the id and text of every completion.
 */
export function isSameTurn(stored: TurnRecord | undefined, { status, payload, items }: TurnRecord): boolean {
  return (
    stored?.status === status && JSON.stringify([stored.payload, stored.items]) === JSON.stringify([payload, items])
  );
}
