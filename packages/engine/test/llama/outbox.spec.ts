import { setImmediate as turn } from 'node:timers/promises';

import type { WorkerReply } from '#src/generators/llama/process-messages.js';
import { Outbox } from '#src/generators/llama/worker/outbox.js';
import type { GenerationEvent } from '#src/model/generation-event.js';

function said(text: string): GenerationEvent {
  return { type: 'part-delta', index: 0, delta: { type: 'text', text } };
}

/** More than the message takes to be sent. */
async function turns(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await turn();
}

describe('what answers say', () => {
  it('goes out as one message for all of them, each in its order, its last reply last', async () => {
    const sent: (readonly WorkerReply[])[] = [];
    const outbox = new Outbox((replies) => sent.push(replies));
    outbox.event(1, said('a'));
    outbox.event(2, said('b'));
    outbox.event(1, said('c'));
    outbox.end({ type: 'done', id: 1 });
    expect(sent).toEqual([]);
    await turns();
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
});
