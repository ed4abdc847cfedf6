import { setImmediate as turn } from 'node:timers/promises';

import type { WorkerReply } from '#src/process-messages.js';
import { Outbox } from '#src/worker/outbox.js';
import type { GenerationEvent } from '@org/engine';

function said(text: string): GenerationEvent {
  return { type: 'part-delta', index: 0, delta: { type: 'text', text } };
}

/** More than the message takes to be sent. */
async function turns(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await turn();
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

describe('what answers say', () => {
  let now = 0;
  let sent: (readonly WorkerReply[])[] = [];
  let outbox = new Outbox(() => undefined);
  beforeEach(() => {
    now = 0;
    sent = [];
    outbox = new Outbox(
      (replies) => sent.push(replies),
      () => now,
    );
  });

  it('goes out as one message for all of them, each in its order, its last reply last', async () => {
    outbox.event(1, said('a'));
    outbox.event(2, said('b'));
    outbox.event(1, said('c'));
    outbox.end({ type: 'done', id: 1 });
    expect(sent).toEqual([]);
    await turns();
    now = 100;
    outbox.event(2, said('d'));
    await turns();
    expect(sent).toEqual([
      [
        { type: 'events', id: 1, events: [said('a'), said('c')] },
        { type: 'events', id: 2, events: [said('b')] },
        { type: 'done', id: 1 },
      ],
      [{ type: 'events', id: 2, events: [said('d')] }],
    ]);
  });

  it('waits for the next pass where a message has just gone out', async () => {
    for (const [at, text] of [
      [0, 'a'],
      [5, 'b'],
      [10, 'c'],
      [15, 'd'],
      [20, 'e'],
    ] as const) {
      now = at;
      outbox.event(1, said(text));
      await turns();
    }
    expect(sent).toEqual(
      [['a'], ['b', 'c'], ['d', 'e']].map((texts) => [{ type: 'events', id: 1, events: texts.map(said) }]),
    );
  });

  it('does not wait where a part begins', async () => {
    const begins: GenerationEvent = { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
    outbox.event(1, { type: 'part-end', index: 0, part: { type: 'reasoning', text: '' } });
    await turns();
    outbox.event(1, begins);
    outbox.event(1, said('a'));
    await turns();
    expect(sent[1]).toEqual([{ type: 'events', id: 1, events: [begins, said('a')] }]);
  });

  it('goes out though no other pass follows', async () => {
    outbox.event(1, said('a'));
    await turns();
    now = 5;
    outbox.event(1, said('b'));
    await turns();
    expect(sent).toHaveLength(1);
    await until(() => sent.length === 2);
    expect(sent[1]).toEqual([{ type: 'events', id: 1, events: [said('b')] }]);
  });

  it('goes out at once when an answer ends', async () => {
    outbox.event(1, said('a'));
    await turns();
    outbox.event(1, said('b'));
    outbox.end({ type: 'done', id: 1 });
    await turns();
    expect(sent[1]).toEqual([
      { type: 'events', id: 1, events: [said('b')] },
      { type: 'done', id: 1 },
    ]);
  });
});
