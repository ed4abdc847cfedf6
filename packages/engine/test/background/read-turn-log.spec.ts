import { readLastEvent, readTurnLog, visitTurnLog } from '#src/background/read-turn-log.js';
import type { TurnEvent, TurnEventLog } from '#src/ports/turn-event-log.js';

/**
 * A log of that many events that responds at once, as SQLite does, and records its reads. `maxPerPage`: number of
 * events that fit the bytes of a page.
 */
function logOf(
  size: number,
  maxPerPage = Infinity,
): { log: Pick<TurnEventLog, 'readEvents'>; events: readonly TurnEvent[]; asked: number[]; given: () => number } {
  const events = Array.from({ length: size }, (_, seq): TurnEvent => ({ seq, data: `"${seq}"` }));
  const asked: number[] = [];
  let given = 0;
  const readEvents: TurnEventLog['readEvents'] = async (owner, id, after, limit) => {
    if (owner !== 'ada' || id !== 'resp_1') return undefined;
    asked.push(after);
    const page = events.slice(after + 1, after + 1 + Math.min(limit, maxPerPage));
    given += page.length;
    return {
      status: 'in_progress',
      events: page,
      ...(maxPerPage < limit && page.length === maxPerPage ? { more: true } : {}),
    };
  };
  return { log: { readEvents }, events, asked, given: () => given };
}

const sizes = [0, 1, 63, 64, 65, 128, 1_000];

describe('The log of a turn', () => {
  it.each(sizes)('reads a log of %d events completely and in order', async (size) => {
    const { log, events } = logOf(size);
    expect(await readTurnLog(log, 'ada', 'resp_1')).toEqual(events);
    const seen: TurnEvent[] = [];
    expect(await visitTurnLog(log, 'ada', 'resp_1', (event) => seen.push(event))).toBe(size);
    expect(seen).toEqual(events);
  });

  it.each(sizes)('reads a log of %d long events completely when few of them fill a page', async (size) => {
    const { log, events } = logOf(size, 3);
    expect(await readTurnLog(log, 'ada', 'resp_1')).toEqual(events);
  });

  it('is read from any event on', async () => {
    const { log, events } = logOf(200);
    const seen: TurnEvent[] = [];
    expect(await visitTurnLog(log, 'ada', 'resp_1', (event) => seen.push(event), { first: 70 })).toBe(200);
    expect(seen).toEqual(events.slice(70));
  });

  it('reads a log in parts and yields between them', async () => {
    const { log, asked } = logOf(1_000);
    let parts = 0;
    let chances = 0;
    const other = (): void => {
      if (asked.length > parts) [parts, chances] = [asked.length, chances + 1];
      if (parts < 10) setImmediate(other);
    };
    setImmediate(other);
    await visitTurnLog(log, 'ada', 'resp_1', () => undefined);
    expect(asked.length).toBeGreaterThan(10);
    expect(chances).toBe(10);
  });

  it.each(sizes)('reads the last of %d events without the others', async (size) => {
    for (const max of [size, size + 1, 100_000]) {
      const { log, events, asked, given } = logOf(size);
      expect(await readLastEvent(log, 'ada', 'resp_1', max)).toEqual(events.at(-1));
      expect(asked.length).toBeLessThanOrEqual(17);
      expect(given()).toBeLessThanOrEqual(17);
    }
  });

  it('of a turn that is missing is missing', async () => {
    const { log } = logOf(3);
    expect(await readTurnLog(log, 'ada', 'resp_2')).toBeUndefined();
    expect(await visitTurnLog(log, 'bob', 'resp_1', () => undefined)).toBeUndefined();
    expect(await readLastEvent(log, 'ada', 'resp_2', 9)).toBeUndefined();
  });
});
