import type { Store, TurnRecord } from '../ports/store.js';

/** Stores an ended turn with a log of the given number of events of about the given bytes. */
export async function putLongLog(store: Store, turn: TurnRecord, events: number, bytes = 20): Promise<void> {
  await store.putTurn({ ...turn, status: 'in_progress' });
  for (let next = 0; next < events; next += 500) {
    const count = Math.min(500, events - next);
    await store.appendEvents(
      turn.owner,
      turn.id,
      Array.from({ length: count }, (_, n) => ({ seq: next + n, data: JSON.stringify('x'.repeat(bytes)) })),
    );
  }
  await store.putTurn(turn);
}
