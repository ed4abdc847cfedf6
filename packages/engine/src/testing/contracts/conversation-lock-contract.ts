// What every Store must do with the lines of conversations. Part of the store contract.
import assert from 'node:assert/strict';
import type { LockTicket } from '../../ports/conversation-store.js';
import type { Store } from '../../ports/store.js';
import { longLease, noLease } from '../lease-times.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

export function describeConversationLockContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of lines before conversations`, () => {
    const stores = useStores(makeLocation);
    const create = async (id = 'conv_1', owner = 'ada'): Promise<void> => {
      await stores.store.createConversation({ id, owner, createdAt: 1, metadata: {} }, []);
    };
    const join = async (store: Store, leaseMs = longLease, id = 'conv_1'): Promise<LockTicket> => {
      const ticket = await store.enqueueTicket('ada', id, leaseMs);
      assert.ok(ticket !== undefined);
      return ticket;
    };
    const put = (ticket: LockTicket, id: string): Promise<boolean> =>
      stores.store.putTurn(turnOf({ id }), {
        conversation: { id: ticket.conversationId, items: [{ id: `item_${id}`, value: {} }], ticket: ticket },
      });
    const itemIds = async (id = 'conv_1'): Promise<readonly string[]> =>
      Array.from(
        (await stores.store.listConversationItems('ada', id, { order: 'asc', limit: 100 }))?.entries ?? [],
        (item) => item.id,
      );

    it('admits one request at a time in order of arrival across replicas', async () => {
      const other = await stores.open();
      await create();
      const tickets: LockTicket[] = [];
      for (let n = 0; n < 6; n++) tickets.push(await join(n % 2 === 0 ? stores.store : other));
      for (const [n, ticket] of tickets.entries()) {
        for (const [later, waiting] of tickets.slice(n + 1).entries())
          assert.equal(await (later % 2 === 0 ? stores.store : other).readTicket(waiting), 'waiting');
        assert.equal(await (n % 2 === 0 ? other : stores.store).readTicket(ticket), 'first');
        await (n % 2 === 0 ? other : stores.store).releaseTicket(ticket);
        assert.equal(await stores.store.readTicket(ticket), 'lost');
      }
    });

    it('admits exactly one of many concurrent requests first', async () => {
      const other = await stores.open();
      await create();
      const tickets = await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const ticket = await join(n % 2 === 0 ? stores.store : other);
          return { ticket, state: await (n % 2 === 0 ? stores.store : other).readTicket(ticket) };
        }),
      );
      assert.equal(tickets.filter(({ state }) => state === 'first').length, 1);
      assert.equal(new Set(tickets.map(({ ticket }) => ticket.number)).size, 30);
      const first = tickets.toSorted((a, b) => a.ticket.number - b.ticket.number)[0];
      assert.equal(first?.state, 'first', 'the lowest number is the first');
    });

    it("separates the queues of conversations, and has none for a missing or other owner's conversation", async () => {
      await create();
      await create('conv_2');
      await create('conv_1', 'bob');
      await join(stores.store);
      assert.equal(await stores.store.readTicket(await join(stores.store, longLease, 'conv_2')), 'first');
      const otherOwner = await stores.store.enqueueTicket('bob', 'conv_1', longLease);
      assert.ok(otherOwner !== undefined);
      assert.equal(await stores.store.readTicket(otherOwner), 'first', 'another owner has a line of their own');
      assert.equal(await stores.store.enqueueTicket('ada', 'conv_9', longLease), undefined);
      assert.equal(await stores.store.enqueueTicket('eve', 'conv_1', longLease), undefined);
    });

    it('waits for a renewed ticket, and for one without renewal only until its lease expires', async () => {
      await create();
      const expiredTicket = await join(stores.store, noLease);
      assert.equal(
        await stores.store.renewTicket(expiredTicket, longLease),
        true,
        'late, but no other process has claimed it',
      );
      const waiting = await join(stores.store);
      assert.equal(await stores.store.renewTicket(waiting, longLease), true);
      assert.equal(await stores.store.readTicket(waiting), 'waiting');
      assert.equal(await stores.store.renewTicket(expiredTicket, noLease), true);
      assert.equal(await stores.store.readTicket(waiting), 'waiting', 'no other process has checked');
      assert.equal(await stores.store.renewTicket(waiting, longLease), true);
      assert.equal(await stores.store.readTicket(waiting), 'first');
      assert.equal(await stores.store.renewTicket(expiredTicket, longLease), false);
      assert.equal(await stores.store.readTicket(expiredTicket), 'lost');
    });

    it('does not wait for an expired ticket', async () => {
      await create();
      const expiredTicket = await join(stores.store);
      assert.equal(await stores.store.readTicket(await join(stores.store)), 'waiting');
      await stores.store.renewTicket(expiredTicket, noLease);
      const next = await join(stores.store);
      assert.equal(await stores.store.readTicket(expiredTicket), 'lost');
      assert.equal(await stores.store.readTicket(next), 'waiting', 'the one that did not run out is before it still');
    });

    it("renews the caller's held tickets before it removes expired ones, on join and on renewal", async () => {
      const other = await stores.open();
      await create();
      const [first, second] = [await join(stores.store, noLease), await join(stores.store, longLease)];
      assert.equal(await stores.store.renewTicket(first, noLease), false, 'who joined did not say that it is held');
      assert.equal(await stores.store.renewTicket(second, noLease), true);
      const third = await stores.store.enqueueTicket('ada', 'conv_1', longLease, [second.number]);
      assert.ok(third !== undefined);
      assert.equal(await stores.store.readTicket(third), 'waiting');
      assert.equal(await other.renewTicket(third, longLease), true);
      assert.equal(await other.readTicket(third), 'waiting', 'its lease runs again');
      assert.equal(await stores.store.renewTicket(second, noLease), true);
      assert.equal(await stores.store.renewTicket(third, longLease, [first.number, second.number, third.number]), true);
      assert.equal(await other.renewTicket(third, longLease), true);
      assert.deepEqual(
        [await other.readTicket(second), await other.readTicket(third)],
        ['first', 'waiting'],
        'its lease runs again',
      );
      assert.equal(await stores.store.readTicket(first), 'lost', 'a removed ticket is not restored');
    });

    it("renews no tickets in other owners' queues, whatever the caller sends", async () => {
      await create();
      await create('conv_2');
      const expiredTicket = await join(stores.store, noLease);
      const elsewhere = await join(stores.store, longLease, 'conv_2');
      assert.equal(await stores.store.renewTicket(elsewhere, longLease, [expiredTicket.number]), true);
      await stores.store.enqueueTicket('ada', 'conv_2', longLease, [expiredTicket.number]);
      const next = await join(stores.store);
      assert.equal(await stores.store.readTicket(next), 'first');
    });

    it("assigns no number twice, so that an expired holder cannot hold another request's ticket", async () => {
      await create();
      const expiredTicket = await join(stores.store);
      await stores.store.releaseTicket(expiredTicket);
      const next = await join(stores.store);
      assert.ok(next.number > expiredTicket.number);
      assert.equal(await stores.store.renewTicket(expiredTicket, longLease), false);
      assert.equal(await stores.store.readTicket(next), 'first');
    });

    it('releases a ticket with the write of its turn', async () => {
      await create();
      const first = await join(stores.store);
      const second = await join(stores.store);
      assert.equal(await put(first, 'a'), true);
      assert.equal(await stores.store.readTicket(second), 'first');
      assert.equal(await put(second, 'b'), true);
      assert.deepEqual(await itemIds(), ['item_a', 'item_b']);
    });

    it('rejects the complete write of a turn whose ticket is lost', async () => {
      await create();
      const expiredTicket = await join(stores.store, noLease);
      const next = await join(stores.store);
      await assert.rejects(put(expiredTicket, 'late'), { name: 'EngineError', code: 'conflict' });
      assert.equal(await stores.store.getTurn('ada', 'late'), undefined);
      assert.deepEqual(await itemIds(), []);
      assert.equal(await put(next, 'next'), true);
      await assert.rejects(put(next, 'again'), { code: 'conflict' });
      assert.deepEqual(await itemIds(), ['item_next']);
    });

    it('deletes the queue with its conversation: waiting requests are lost, running ones are written and add nothing', async () => {
      await create();
      const first = await join(stores.store);
      const second = await join(stores.store);
      await stores.store.deleteConversation('ada', 'conv_1');
      assert.equal(await stores.store.readTicket(second), 'lost');
      assert.equal(await stores.store.renewTicket(second, longLease), false);
      assert.equal(await put(first, 'a'), true);
      assert.deepEqual(await itemIds(), []);
    });

    it('wakes watchers when a request leaves, writes or deletes, also from another replica', async () => {
      const other = await stores.open();
      await create();
      const wakeUps = { count: 0 };
      const wokenBy = async (act: () => Promise<unknown>): Promise<void> => {
        const before = wakeUps.count;
        await act();
        for (const end = performance.now() + 10_000; wakeUps.count === before && performance.now() < end;)
          await new Promise((resolve) => setTimeout(resolve, 10));
        assert.ok(wakeUps.count > before);
      };
      const unwatch = await stores.store.watchTickets('ada', 'conv_1', () => void wakeUps.count++);
      await wokenBy(async () => other.releaseTicket(await join(other)));
      await wokenBy(async () => put(await join(stores.store), 'a'));
      await wokenBy(() => other.deleteConversation('ada', 'conv_1'));
      unwatch();
      unwatch();
    });
  });
}
