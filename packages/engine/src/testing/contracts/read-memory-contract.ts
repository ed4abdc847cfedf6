// Requirements for every Store that reserves the memory of what it reads. Part of the store contract.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineError } from '../../errors/engine-error.js';
import type { ConversationItem } from '../../ports/conversation-store.js';
import type { Store } from '../../ports/store.js';
import type { StoreMemory } from '../../ports/store-memory.js';
import { fixedClock, useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** So long that no store reads it before its memory is reserved, with characters of several bytes. */
const longText = 'Grüße, 世界! 0123456789 '.repeat(100_000);
const maxBytesRead = 64 * 1024 * 1024;
const page = { order: 'asc', limit: 10 } as const;

const turn = turnOf({
  id: 't1',
  input: [{ role: 'user', parts: [{ type: 'text', text: longText }] }],
  items: [{ id: 'item_t', side: 'input', value: { text: longText } }],
  payload: { text: longText },
});
/** A turn in progress with an event as long as a response can be. */
const streaming = turnOf({ id: 't_events', status: 'in_progress' });
const events = [{ seq: 0, data: JSON.stringify(longText) }];
const item: ConversationItem = { id: 'item_c', value: { text: longText } };

const idempotent = { owner: 'ada', key: 'k', fingerprint: 'f', leaseMs: 60_000, retentionMs: 60_000 };
const response = { status: 200, headers: {}, body: longText };

/** Every read of a long content. `missing` is what it returns once the content is deleted. */
const reads: Readonly<Record<string, { read(store: Store): Promise<unknown>; missing: unknown }>> = {
  getTurn: { read: (store) => store.getTurn('ada', 't1'), missing: undefined },
  getChain: { read: (store) => store.getChain('ada', 't1'), missing: undefined },
  listInputItems: { read: (store) => store.listInputItems('ada', 't1', page), missing: undefined },
  'getItems of a turn': { read: (store) => store.getItems('ada', ['item_t']), missing: new Map() },
  'getItems of a conversation': { read: (store) => store.getItems('ada', ['item_c']), missing: new Map() },
  readConversation: { read: (store) => store.readConversation('ada', 'conv_1'), missing: undefined },
  listConversationItems: { read: (store) => store.listConversationItems('ada', 'conv_1', page), missing: undefined },
  readEvents: { read: (store) => store.readEvents('ada', 't_events', -1, 10), missing: undefined },
  getConversationItem: { read: (store) => store.getConversationItem('ada', 'conv_1', 'item_c'), missing: undefined },
};

/** Grants all, and records it. */
class RecordingMemory implements StoreMemory {
  readonly reserved: number[] = [];

  reserve(owner: string, bytes: number): undefined {
    assert.equal(owner, 'ada');
    this.reserved.push(bytes);
  }

  reservePage(owner: string, bytes: number): undefined {
    this.reserve(owner, bytes);
  }

  count(): () => void {
    return () => undefined;
  }
}

export function describeReadMemoryContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} that reserves the memory of what it reads`, () => {
    const stores = useStores(makeLocation);
    const store = async (): Promise<void> => {
      await stores.store.putTurn(turn);
      await stores.store.putTurn(streaming, { events });
      await stores.store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, [item]);
    };

    for (const [operation, { read, missing }] of Object.entries(reads)) {
      it(`reads a long content only once its memory is reserved: ${operation}`, async () => {
        await store();
        const { promise: granted, resolve: grant } = Promise.withResolvers<void>();
        const { promise: asked, resolve: ask } = Promise.withResolvers<number>();
        const reserve = (_: string, bytes: number): Promise<void> => (ask(bytes), granted);
        const memory = { reserve, reservePage: reserve, count: () => () => undefined };
        const reading = read(await stores.open(fixedClock, maxBytesRead, memory));
        assert.ok((await asked) >= Buffer.byteLength(longText));
        // What is deleted while the read waits was not read yet.
        await stores.store.deleteTurn('ada', 't1');
        await stores.store.deleteTurn('ada', 't_events');
        await stores.store.deleteConversation('ada', 'conv_1');
        grant();
        assert.deepEqual(await reading, missing);
      });

      it(`rejects with the reason where it gets no memory, and reads on afterwards: ${operation}`, async () => {
        await store();
        await stores.store.putTurn(turnOf({ id: 't2' }));
        let isFull = true;
        const reserve = async (): Promise<void> => {
          await pause(1);
          if (isFull) throw new EngineError('overloaded', 'No memory.');
        };
        const memory: StoreMemory = { reserve, reservePage: reserve, count: () => () => undefined };
        const bounded = await stores.open(fixedClock, maxBytesRead, memory);
        await assert.rejects(read(bounded), { code: 'overloaded' });
        isFull = false;
        assert.deepEqual(await read(bounded), await read(stores.store));
        assert.equal((await bounded.getTurn('ada', 't2'))?.id, 't2');
      });
    }

    it('reads a long response to a repeated request only once its memory is reserved', async () => {
      const started = await stores.store.startIdempotent(idempotent);
      assert.ok(started.state === 'new');
      await stores.store.finishIdempotent({ owner: 'ada', key: 'k', attempt: started.attempt }, response);
      const memory = new RecordingMemory();
      const reading = await stores.open(fixedClock, maxBytesRead, memory);
      assert.deepEqual(await reading.startIdempotent(idempotent), { state: 'completed', response });
      assert.ok(Math.max(...memory.reserved) >= Buffer.byteLength(longText));
      assert.deepEqual(await reading.startIdempotent({ ...idempotent, fingerprint: 'other' }), { state: 'mismatch' });
      const reserve = async (): Promise<void> => {
        throw new EngineError('overloaded', 'No memory.');
      };
      const full = await stores.open(fixedClock, maxBytesRead, {
        reserve,
        reservePage: reserve,
        count: () => () => undefined,
      });
      await assert.rejects(full.startIdempotent(idempotent), { code: 'overloaded' });
    });

    it('reserves the turns and items that it has in a cache', async () => {
      await store();
      const memory = new RecordingMemory();
      const reading = await stores.open(fixedClock, maxBytesRead, memory);
      for (const read of [
        () => reading.getChain('ada', 't1'),
        () => reading.readConversation('ada', 'conv_1'),
      ] as const) {
        const totals: number[] = [];
        for (let round = 0; round < 2; round++) {
          memory.reserved.length = 0;
          await read();
          totals.push(memory.reserved.reduce((sum, bytes) => sum + bytes, 0));
        }
        assert.ok((totals[0] ?? 0) >= Buffer.byteLength(longText));
        assert.deepEqual(totals[1], totals[0]);
      }
    });

    it('reserves a text that is stored once as often as it occurs in a chain', async () => {
      const text = 'The same again. '.repeat(1_000);
      const parts = Array.from({ length: 100 }, () => ({ type: 'text' as const, text }));
      await stores.store.putTurn(turnOf({ id: 't1', input: [{ role: 'user', parts }] }));
      const memory = new RecordingMemory();
      const reading = await stores.open(fixedClock, maxBytesRead, memory);
      assert.notEqual(await reading.getChain('ada', 't1'), undefined);
      assert.ok(memory.reserved.reduce((sum, bytes) => sum + bytes, 0) >= 100 * text.length);
    });

    it('counts the memory of long turns and items as long as it writes them', async () => {
      const counted: number[] = [];
      let open = 0;
      const memory: StoreMemory = {
        reserve: () => undefined,
        reservePage: () => undefined,
        count: (owner, bytes) => {
          assert.equal(owner, 'ada');
          counted.push(bytes);
          open += 1;
          return () => void (open -= 1);
        },
      };
      const writing = await stores.open(fixedClock, maxBytesRead, memory);
      const conversation = { id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} };
      const writes = [
        () => writing.putTurn(turn),
        () => writing.createConversation(conversation, [item]),
        () => writing.addConversationItems('ada', 'conv_1', [{ ...item, id: 'item_d' }]),
        () => writing.addConversationItems('ada', 'conv_1', [{ id: 'item_e', value: { text: 'short' } }]),
      ];
      for (const write of writes) assert.equal(await write(), true);
      assert.equal(counted.length, 3);
      assert.ok(counted.every((bytes) => bytes >= longText.length));
      assert.equal(open, 0);
      assert.deepEqual(await stores.store.getConversationItem('ada', 'conv_1', 'item_d'), item.value);
    });

    it('reads a long chain and a long conversation exactly', async () => {
      await store();
      await stores.store.putTurn({ ...turn, id: 't2', previousId: 't1', items: [] });
      await stores.store.addConversationItems('ada', 'conv_1', [
        { id: 'item_d', value: { text: 'short' } },
        { id: 'item_e', value: { text: `${longText}!` } },
      ]);
      const reading = await stores.open(fixedClock, maxBytesRead, new RecordingMemory());
      const chain = await reading.getChain('ada', 't2');
      assert.deepEqual(
        chain?.map(({ id, input }) => ({ id, input })),
        ['t1', 't2'].map((id) => ({ id, input: turn.input })),
      );
      assert.deepEqual(
        (await reading.readConversation('ada', 'conv_1'))?.map(({ value }) => String(value['text']).length),
        [longText.length, 5, longText.length + 1],
      );
      assert.deepEqual(await reading.getTurn('ada', 't1'), turn);
    });
  });
}
