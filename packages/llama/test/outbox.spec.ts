import { setImmediate as turn } from 'node:timers/promises';

import type { WorkerReply } from '#src/process-messages.js';
import { Outbox } from '#src/worker/outbox.js';
import type { GenerationEvent } from '@org/engine';

function textDelta(text: string): GenerationEvent {
  return { type: 'part-delta', index: 0, delta: { type: 'text', text } };
}

/** More than the message takes to be sent. */
async function turns(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await turn();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

describe('the output of completions', () => {
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

  it('goes out as one message for all completions, each in order with its last reply last', async () => {
    outbox.event(1, textDelta('a'));
    outbox.event(2, textDelta('b'));
    outbox.event(1, textDelta('c'));
    outbox.end({ type: 'done', id: 1 });
    expect(sent).toEqual([]);
    await turns();
    now = 100;
    outbox.event(2, textDelta('d'));
    await turns();
    expect(sent).toEqual([
      [
        { type: 'events', id: 1, events: [textDelta('a'), textDelta('c')] },
        { type: 'events', id: 2, events: [textDelta('b')] },
        { type: 'done', id: 1 },
      ],
      [{ type: 'events', id: 2, events: [textDelta('d')] }],
    ]);
  });

  it('waits for the next batch when a message was sent recently', async () => {
    for (const [at, text] of [
      [0, 'a'],
      [5, 'b'],
      [10, 'c'],
      [15, 'd'],
      [20, 'e'],
    ] as const) {
      now = at;
      outbox.event(1, textDelta(text));
      await turns();
    }
    expect(sent).toEqual(
      [['a'], ['b', 'c'], ['d', 'e']].map((texts) => [{ type: 'events', id: 1, events: texts.map(textDelta) }]),
    );
  });

  it('does not wait where a part starts', async () => {
    const start: GenerationEvent = { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
    outbox.event(1, { type: 'part-end', index: 0, part: { type: 'reasoning', text: '' } });
    await turns();
    outbox.event(1, start);
    outbox.event(1, textDelta('a'));
    await turns();
    expect(sent[1]).toEqual([{ type: 'events', id: 1, events: [start, textDelta('a')] }]);
  });

  it('goes out even if no further batch follows', async () => {
    outbox.event(1, textDelta('a'));
    await turns();
    now = 5;
    outbox.event(1, textDelta('b'));
    await turns();
    expect(sent).toHaveLength(1);
    await until(() => sent.length === 2);
    expect(sent[1]).toEqual([{ type: 'events', id: 1, events: [textDelta('b')] }]);
  });

  it('goes out at once when a completion ends', async () => {
    outbox.event(1, textDelta('a'));
    await turns();
    outbox.event(1, textDelta('b'));
    outbox.end({ type: 'done', id: 1 });
    await turns();
    expect(sent[1]).toEqual([
      { type: 'events', id: 1, events: [textDelta('b')] },
      { type: 'done', id: 1 },
    ]);
  });
});
