import type { JsonObject, TurnEvent, TurnEventLog } from '@org/engine';
import { FinishedItemsCache } from '#src/responses/finished-items-cache.js';

const turn = { owner: 'ada', id: 'resp_1' };

/** A log that grows, and counts the events that it opens. */
function growingLog(): {
  log: Pick<TurnEventLog, 'readEvents'>;
  add(...data: JsonObject[]): void;
  opened: () => number;
} {
  const events: TurnEvent[] = [];
  let opened = 0;
  return {
    log: {
      async readEvents(_owner, _id, after, limit) {
        await new Promise((resolve) => setImmediate(resolve));
        const page = events.slice(after + 1, after + 1 + limit);
        opened += page.length;
        return { status: 'in_progress', events: page };
      },
    },
    add: (...data) => data.forEach((event) => events.push({ seq: events.length, data: JSON.stringify(event) })),
    opened: () => opened,
  };
}

const done = (id: string, text = ''): JsonObject => ({ type: 'response.output_item.done', item: { id, text } });
const deltas = (count: number): JsonObject[] =>
  Array.from({ length: count }, () => ({ type: 'response.output_text.delta', delta: 'a' }));

describe('The finished items of a response that is being made', () => {
  it('open each event of its log once, however often they are asked for', async () => {
    const { log, add, opened } = growingLog();
    const items = new FinishedItemsCache(log);
    add(...deltas(700), done('a'), ...deltas(10));
    for (let ask = 0; ask < 5; ask++) expect(await items.of(turn)).toEqual([{ id: 'a', text: '' }]);
    expect(opened()).toBe(711);
    add(...deltas(3), done('b'));
    expect(await items.of(turn)).toEqual([
      { id: 'a', text: '' },
      { id: 'b', text: '' },
    ]);
    expect(opened()).toBe(715);
  });

  it('are each there once when several ask at the same time', async () => {
    const { log, add } = growingLog();
    const items = new FinishedItemsCache(log);
    add(...deltas(300), done('a'), done('b'));
    const results = await Promise.all([items.of(turn), items.of(turn), items.of(turn)]);
    for (const result of [...results, await items.of(turn)]) expect(result).toHaveLength(2);
  });

  it('are returned in a list of their own', async () => {
    const { log, add } = growingLog();
    const items = new FinishedItemsCache(log);
    add(done('a'));
    (await items.of(turn)).push({ id: 'foreign' });
    expect(await items.of(turn)).toHaveLength(1);
  });

  it('are read again after their eviction', async () => {
    const { log, add, opened } = growingLog();
    const items = new FinishedItemsCache(log, 1_000);
    add(done('a', 'x'.repeat(600)));
    await items.of(turn);
    items.delete(turn.id);
    for (let ask = 0; ask < 3; ask++) await items.of(turn);
    expect(opened()).toBe(2);
    await items.of({ ...turn, id: 'resp_2' });
    expect(await items.of(turn)).toHaveLength(1);
    expect(opened()).toBe(4);
  });

  it('are cached for a thousand responses, and the least recently used one is evicted', async () => {
    const { log, add, opened } = growingLog();
    const items = new FinishedItemsCache(log);
    add(done('a'));
    for (let n = 0; n < 1_000; n++) await items.of({ ...turn, id: `resp_${n}` });
    await items.of({ ...turn, id: 'resp_0' });
    expect(opened()).toBe(1_000);
    await items.of({ ...turn, id: 'resp_1000' });
    await items.of({ ...turn, id: 'resp_0' });
    expect(opened()).toBe(1_001);
    await items.of({ ...turn, id: 'resp_1' });
    expect(opened()).toBe(1_002);
  });

  it('are none when the response does not exist', async () => {
    const { log, add } = growingLog();
    const items = new FinishedItemsCache(log);
    add(done('a'));
    await items.of(turn);
    log.readEvents = async () => undefined;
    expect(await items.of(turn)).toEqual([]);
  });
});
