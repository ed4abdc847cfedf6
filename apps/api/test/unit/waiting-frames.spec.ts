import type { CreateFrame } from '#src/websocket/client-frame.js';
import { WaitingFrames } from '#src/websocket/waiting-frames.js';

const frame = (streamId: string, size = 1): CreateFrame => ({
  type: 'response.create',
  body: {},
  generate: true,
  streamId,
  size,
});

describe('The frames that wait on a connection', () => {
  it('are limited by the memory budget and to 64 at most', () => {
    const waiting = new WaitingFrames(100);
    expect([
      waiting.add(frame('a', 60)),
      waiting.add(frame('b', 41)),
      waiting.add(frame('c', 40)),
      waiting.bytes,
    ]).toEqual([true, false, true, 100]);
    waiting.drain();
    const added = Array.from({ length: 65 }, () => waiting.add(frame('a')));
    expect([added.indexOf(false), waiting.bytes]).toEqual([64, 64]);
  });

  it('continue in their order of arrival as far as allowed, and free their memory', () => {
    const waiting = new WaitingFrames(100);
    for (const [streamId, size] of [
      ['a', 50],
      ['b', 20],
      ['a', 30],
    ] as const)
      waiting.add(frame(streamId, size));
    expect([waiting.next(() => false), waiting.bytes]).toEqual([undefined, 100]);
    expect(waiting.next(({ streamId }) => streamId === 'b')).toEqual(frame('b', 20));
    expect(waiting.next(() => true)).toEqual(frame('a', 50));
    expect([waiting.bytes, waiting.add(frame('c', 70))]).toEqual([30, true]);
    expect([waiting.drain(), waiting.bytes, waiting.next(() => true)]).toEqual([
      [frame('a', 30), frame('c', 70)],
      0,
      undefined,
    ]);
  });
});
