// What every Store must do with the events of turns. Part of the store contract.
import assert from 'node:assert/strict';
import { EngineError } from '../../errors/engine-error.js';
import { readTurnLog } from '../../background/read-turn-log.js';
import { fullPageBytes, type TurnEvent } from '../../ports/turn-event-log.js';
import { followTurnEvents } from '../../turn/follow-turn-events.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** Events `from` to `to`, inclusive, with data that contains every byte value. */
function eventsOf(from: number, to: number): readonly TurnEvent[] {
  return Array.from({ length: to - from + 1 }, (_, n) => ({
    seq: from + n,
    data: JSON.stringify({ type: 'delta', sequence_number: from + n, delta: `a\u0000\ud800\u{1f600} ${from + n}` }),
  }));
}

export function describeEventLogContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a log of events`, () => {
    const stores = useStores(makeLocation);
    const running = turnOf({ id: 'resp_1', status: 'in_progress' });

    it('returns every event unchanged, from any position', async () => {
      await stores.store.putTurn(running);
      assert.equal(await stores.store.appendEvents('ada', 'resp_1', eventsOf(0, 3)), true);
      assert.equal(await stores.store.appendEvents('ada', 'resp_1', eventsOf(4, 4)), true);
      for (let after = -1; after <= 5; after++) {
        const expected = after >= 4 ? [] : eventsOf(after + 1, 4);
        assert.deepEqual(await stores.store.readEvents('ada', 'resp_1', after, 100), {
          status: 'in_progress',
          events: expected,
        });
        assert.deepEqual((await stores.store.readEvents('ada', 'resp_1', after, 2))?.events, expected.slice(0, 2));
      }
    });

    it('limits a page by bytes, because each event may be a complete response', async () => {
      await stores.store.putTurn(running);
      const event = (seq: number): TurnEvent => ({ seq, data: JSON.stringify(`${seq}`.repeat(fullPageBytes * 0.6)) });
      const events = [0, 1, 2].map(event);
      for (const one of events) await stores.store.appendEvents('ada', 'resp_1', [one]);
      const seqs = async (after: number): Promise<unknown> => {
        const page = await stores.store.readEvents('ada', 'resp_1', after, 100);
        return [page?.events.map(({ seq }) => seq), page?.more];
      };
      assert.deepEqual(await seqs(-1), [[0, 1], true]);
      assert.deepEqual(await seqs(1), [[2], undefined]);
      await stores.store.putTurn(turnOf({ id: 'resp_1' }));
      const followed: TurnEvent[] = [];
      for await (const one of followTurnEvents(stores.store, {
        owner: 'ada',
        turnId: 'resp_1',
        after: -1,
        signal: new AbortController().signal,
      }))
        followed.push(one);
      assert.deepEqual(followed, events);
      assert.deepEqual(await readTurnLog(stores.store, 'ada', 'resp_1'), events);
    });

    it('rejects events that leave a gap or already exist, and stores none of them', async () => {
      await stores.store.putTurn(running);
      await stores.store.appendEvents('ada', 'resp_1', eventsOf(0, 1));
      for (const wrong of [
        eventsOf(1, 3),
        eventsOf(3, 4),
        eventsOf(0, 0),
        [...eventsOf(2, 2), ...eventsOf(4, 4)],
        [...eventsOf(2, 2), ...eventsOf(2, 2)],
      ]) {
        await assert.rejects(stores.store.appendEvents('ada', 'resp_1', wrong), {
          name: 'EngineError',
          code: 'conflict',
        });
      }
      assert.deepEqual((await stores.store.readEvents('ada', 'resp_1', -1, 9))?.events, eventsOf(0, 1));
    });

    it('lets one of two writers of the same number win', async () => {
      await stores.store.putTurn(running);
      const other = await stores.open();
      const results = await Promise.allSettled(
        [stores.store, other, stores.store, other].map((store) => store.appendEvents('ada', 'resp_1', eventsOf(0, 2))),
      );
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const result of results)
        if (result.status === 'rejected')
          assert.ok(result.reason instanceof EngineError && result.reason.code === 'conflict');
    });

    it('accepts no event after the end, and the last events together with it', async () => {
      await stores.store.putTurn(running, { events: eventsOf(0, 0) });
      assert.equal(await stores.store.putTurn(turnOf({ id: 'resp_1' }), { events: eventsOf(1, 2) }), true);
      assert.equal(await stores.store.appendEvents('ada', 'resp_1', eventsOf(3, 3)), false);
      assert.equal(
        await stores.store.putTurn(turnOf({ id: 'resp_1', status: 'failed' }), { events: eventsOf(3, 3) }),
        false,
      );
      assert.deepEqual(await stores.store.readEvents('ada', 'resp_1', -1, 9), {
        status: 'completed',
        events: eventsOf(0, 2),
      });
    });

    it('writes neither the turn nor its events when the event numbers do not match', async () => {
      await stores.store.putTurn(running);
      await assert.rejects(stores.store.putTurn(turnOf({ id: 'resp_1' }), { events: eventsOf(5, 5) }), {
        code: 'conflict',
      });
      assert.deepEqual(await stores.store.getTurn('ada', 'resp_1'), running);
    });

    it("finds no log of a missing or other owner's turn", async () => {
      await stores.store.putTurn(running);
      assert.equal(await stores.store.appendEvents('bob', 'resp_1', eventsOf(0, 0)), false);
      assert.equal(await stores.store.appendEvents('ada', 'resp_2', eventsOf(0, 0)), false);
      assert.equal(await stores.store.readEvents('bob', 'resp_1', -1, 9), undefined);
      await stores.store.deleteTurn('ada', 'resp_1');
      assert.equal(await stores.store.readEvents('ada', 'resp_1', -1, 9), undefined);
    });

    for (const where of ['this replica', 'another replica'] as const) {
      it(`can be followed live to the end while ${where} writes`, async () => {
        await stores.store.putTurn(running, { events: eventsOf(0, 2) });
        const writer = where === 'this replica' ? stores.store : await stores.open();
        const write = (async () => {
          for (let seq = 3; seq < 30; seq++) {
            await writer.appendEvents('ada', 'resp_1', eventsOf(seq, seq));
            if (seq % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
          }
          await writer.putTurn(turnOf({ id: 'resp_1' }), { events: eventsOf(30, 30) });
        })();
        const followers = [-1, 0, 7].map(async (after) => {
          const seen: TurnEvent[] = [];
          for await (const event of followTurnEvents(stores.store, {
            owner: 'ada',
            turnId: 'resp_1',
            after,
            signal: new AbortController().signal,
          }))
            seen.push(event);
          assert.deepEqual(seen, eventsOf(after + 1, 30));
        });
        await Promise.all([write, ...followers]);
      });
    }

    it('yields to the event loop while a follower reads existing events', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1' }), { events: eventsOf(0, 2_999) });
      let turns = 0;
      let next = setImmediate(function others(): void {
        turns += 1;
        next = setImmediate(others);
      });
      let seen = 0;
      for await (const _ of followTurnEvents(stores.store, {
        owner: 'ada',
        turnId: 'resp_1',
        after: -1,
        signal: new AbortController().signal,
      }))
        seen += 1;
      clearImmediate(next);
      assert.equal(seen, 3_000);
      assert.ok(turns >= 10, `others had ${turns} turns`);
    });

    it('ends a follower whose turn is deleted or that aborts', async () => {
      await stores.store.putTurn(running, { events: eventsOf(0, 0) });
      const leaving = new AbortController();
      const follow = async (signal: AbortSignal): Promise<number> => {
        let count = 0;
        for await (const _ of followTurnEvents(stores.store, { owner: 'ada', turnId: 'resp_1', after: -1, signal }))
          count += 1;
        return count;
      };
      const abandoned = follow(leaving.signal);
      const stays = follow(new AbortController().signal);
      await new Promise((resolve) => setTimeout(resolve, 50));
      leaving.abort();
      await assert.rejects(abandoned, { code: 'cancelled' });
      const ended = assert.rejects(stays, { code: 'not-found' }); // It may get the notification of the deletion before the deleter.
      await stores.store.deleteTurn('ada', 'resp_1');
      await ended;
    });
  });
}
