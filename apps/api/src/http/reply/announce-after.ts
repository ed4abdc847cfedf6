/**
 * The same items. If the first takes longer than `ms` milliseconds, `announce` runs before it. Rejects with the error
 * of `announce` at once; the items end on their own, because an async generator queues `return()` after `next()`.
 */
export async function announceAfter<Item>(
  items: AsyncIterable<Item>,
  ms: number,
  announce: () => Promise<void> | void,
): Promise<AsyncIterable<Item>> {
  const iterator = items[Symbol.asyncIterator]();
  const first = iterator.next();
  if (!(await settlesWithin(first, ms))) {
    try {
      await announce();
    } catch (error) {
      void first.catch(() => undefined);
      iterator.return?.().catch(() => undefined);
      throw error;
    }
  }
  let isFirst = true;
  const next = (): Promise<IteratorResult<Item>> => {
    if (!isFirst) return iterator.next();
    isFirst = false;
    return first;
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: () => leave(iterator) }) };
}

async function leave<Item>(iterator: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  await iterator.return?.();
  return { done: true, value: undefined };
}

function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settled = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    promise.then(settled, settled);
  });
}
