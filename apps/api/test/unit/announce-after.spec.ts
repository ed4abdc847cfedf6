import { announceAfter } from '#src/http/reply/announce-after.js';

const failing = (): never => {
  throw new Error('not sent');
};

describe('announceAfter', () => {
  it('rejects with the error of announce while the first item never arrives', async () => {
    const hanging = async function* (): AsyncGenerator<string, void, void> {
      await new Promise(() => undefined);
      yield 'never';
    };
    await expect(announceAfter(hanging(), 1, failing)).rejects.toThrow('not sent');
  });

  it('ends the items once the first one arrives after a failed announcement', async () => {
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const items = async function* (): AsyncGenerator<string, void, void> {
      try {
        await arrival;
        yield 'first';
        yield 'second';
      } finally {
        end();
      }
    };
    await expect(announceAfter(items(), 1, failing)).rejects.toThrow('not sent');
    arrive();
    await expect(ended).resolves.toBeUndefined();
  });

  it('rejects with the error of announce, not with that of a source that cannot be left', async () => {
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<string>>(() => undefined),
        return: () => Promise.reject(new Error('not left')),
      }),
    };
    await expect(announceAfter(source, 1, failing)).rejects.toThrow('not sent');
  });
});
