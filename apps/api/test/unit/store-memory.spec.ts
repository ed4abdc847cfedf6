import { EngineError } from '@org/engine';
import { runWithMemory } from '#src/limits/memory-holder.js';
import { MemoryBudget } from '#src/limits/memory-budget.js';
import { createStoreMemory } from '#src/limits/store-memory.js';
import { RequestContext } from '#src/request-context/request-context.js';
import { reserveReferences } from '#src/turn/reserve-references.js';

const mebibyte = 1_048_576;

/** 12 MiB in all: 5 for one owner. */
function budget(): MemoryBudget {
  const limits = { maxMemoryBytes: 12 * mebibyte, maxQueueSeconds: 5 };
  return new MemoryBudget({ config: { limits }, outcomes: { listen: () => undefined } });
}

function requestOf(owner: string): RequestContext {
  const requestContext = new RequestContext({ requestId: 'req_1', dialect: 'responses' });
  requestContext.principal = { owner, keyId: 'key_1', keyName: 'a key', revocable: false };
  return requestContext;
}

describe('The memory of what the store reads', () => {
  it('is reserved twice for the request that the caller works for, until that ends', () => {
    const memory = budget();
    const request = requestOf('ada');
    runWithMemory(request, () => expect(createStoreMemory(memory).reserve('ada', mebibyte)).toBeUndefined());
    expect(memory.usedBytes).toBe(2 * mebibyte);
    request.memory?.release();
    expect(memory.usedBytes).toBe(0);
  });

  it('lets a request wait while its owner has none left, and stops its wait when the client disconnects', async () => {
    const memory = budget();
    const [first, second] = [requestOf('ada'), requestOf('ada')];
    const read = (request: RequestContext) =>
      runWithMemory(request, () => createStoreMemory(memory).reserve('ada', 2 * mebibyte));
    expect(read(first)).toBeUndefined();
    const waiting = read(second);
    second.abort(new EngineError('cancelled', 'The client has disconnected.'));
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(memory.usedBytes).toBe(4 * mebibyte);
  });

  it('is rejected at once for a request that would exceed the share of its owner with it', async () => {
    const store = createStoreMemory(budget());
    const read = () => store.reserve('ada', 2 * mebibyte);
    await runWithMemory(requestOf('ada'), async () => {
      expect(read()).toBeUndefined();
      await expect(read()).rejects.toMatchObject({ code: 'overloaded' });
    });
  });

  it('is reserved for the longest page of a log, because its reader has one page at a time', () => {
    const memory = budget();
    const request = requestOf('ada');
    const store = createStoreMemory(memory);
    runWithMemory(request, () => {
      for (const bytes of [1_000, mebibyte, mebibyte / 2, mebibyte, 2 * mebibyte]) {
        expect(store.reservePage('ada', bytes)).toBeUndefined();
        expect(memory.usedBytes).toBe(bytes === 1_000 ? 0 : 2 * Math.max(mebibyte, bytes));
      }
    });
    request.memory?.release();
    expect(memory.usedBytes).toBe(0);
  });

  it('is not reserved for the service itself', () => {
    const memory = budget();
    expect(createStoreMemory(memory).reserve('ada', 100 * mebibyte)).toBeUndefined();
    expect(memory.usedBytes).toBe(0);
  });

  it('is counted during a write, beyond the budget too', () => {
    const memory = budget();
    const end = createStoreMemory(memory).count('ada', 10 * mebibyte);
    expect(memory.usedBytes).toBe(20 * mebibyte);
    end();
    expect(memory.usedBytes).toBe(0);
  });
});

describe('Item references', () => {
  const limits = { maxBodyBytes: 1 };
  const items = new Map([['item_1', { text: 'x'.repeat(mebibyte) }]]);

  it('reserve their items as often as a request names them', async () => {
    const memory = budget();
    await runWithMemory(requestOf('ada'), () =>
      reserveReferences(['item_1', 'item_1', 'item_1'], items, limits, memory),
    );
    expect(memory.usedBytes).toBeGreaterThanOrEqual(3 * mebibyte);
  });

  it('are rejected where they expand to more than one request reads', async () => {
    const ids = Array.from({ length: 49 }, () => 'item_1');
    await expect(reserveReferences(ids, items, limits, budget())).rejects.toMatchObject({ code: 'context-overflow' });
  });
});
