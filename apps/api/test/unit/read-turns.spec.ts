import { setImmediate as nextIteration } from 'node:timers/promises';
import { ReadTurns, type TurnTaker } from '#src/http/body/read-turns.js';

class Reader implements TurnTaker {
  stops = 0;
  continues = 0;
  stopReading(): void {
    this.stops += 1;
  }
  continueReading(): void {
    this.continues += 1;
  }
}

function readersOf(turns: ReadTurns): readonly [Reader, Reader, Reader] {
  const readers = [new Reader(), new Reader(), new Reader()] as const;
  for (const reader of readers) turns.add(reader);
  return readers;
}

describe('turns of readers', () => {
  it('stop all readers when one has used its time, and continue one in each iteration of the event loop', async () => {
    const turns = new ReadTurns();
    const readers = readersOf(turns);
    turns.end();
    expect(readers.map(({ stops }) => stops)).toEqual([1, 1, 1]);
    const continued: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await nextIteration();
      continued.push(readers.filter(({ continues }) => continues === 1).length);
    }
    expect(continued).toEqual([1, 2, 3]);
  });

  it('stop a reader that waits already no second time', () => {
    const turns = new ReadTurns();
    const [reader] = readersOf(turns);
    turns.end();
    turns.end();
    expect(reader.stops).toBe(1);
  });

  it('skip a reader that has ended', async () => {
    const turns = new ReadTurns();
    const [ended, next] = readersOf(turns);
    turns.end();
    turns.delete(ended);
    await nextIteration();
    await nextIteration();
    expect([ended.continues, next.continues]).toEqual([0, 1]);
  });
});
