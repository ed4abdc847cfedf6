import { setImmediate as othersTurn } from 'node:timers/promises';

/** An aborted source ends with what the upstream has counted; no more items than these are read of it. */
const maxItems = 16;

/**
 * The same items. Where the reader stops because `signal` has aborted, the source is read until it ends by itself,
 * because the usage of an aborted response is its last item.
 */
export function readOutAfterAbort<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncIterable<Item> {
  const iterator = items[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => iterator.next(),
      async return() {
        if (signal.aborted) await readOut(iterator).catch(() => undefined);
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}

async function readOut(iterator: AsyncIterator<unknown>): Promise<void> {
  for (let count = 0; count < maxItems; count += 1) {
    const { done } = await iterator.next();
    if (done === true) return;
    // A source that never pauses would block the event loop.
    await othersTurn();
  }
}
