import type { GenerationEvent } from '#src/model/generation-event.js';
import { OutputReservation } from '#src/turn/pipeline/output-reservation.js';

const step = 131_072;

const textDelta = (length: number): GenerationEvent => ({
  type: 'part-delta',
  index: 0,
  delta: { type: 'text', text: 'a'.repeat(length) },
});

const textEnd = (length: number): GenerationEvent => ({
  type: 'part-end',
  index: 0,
  part: { type: 'text', text: 'a'.repeat(length) },
});

/** A reservation, and how many characters it has reserved by each call. */
function observe(): { readonly output: OutputReservation; readonly reserved: number[] } {
  const reserved: number[] = [];
  const reserveOutput = (characters: number): undefined => void reserved.push(characters);
  return { output: new OutputReservation({ reserveOutput }), reserved };
}

describe('The memory of the output of a turn', () => {
  it('reserves nothing for a short output', () => {
    const { output, reserved } = observe();
    for (let n = 0; n < step / 64; n++) expect(output.push(textDelta(64))).toBeUndefined();
    output.push(textEnd(step));
    expect(reserved).toEqual([]);
  });

  it('reserves a long output in steps of 128 KiB, each before the turn reads on', () => {
    const { output, reserved } = observe();
    output.push(textDelta(step));
    output.push(textDelta(1));
    expect(reserved).toEqual([step]);
    output.push(textDelta(step - 1));
    expect(reserved).toEqual([step]);
    output.push(textDelta(2 * step + 1));
    expect(reserved).toEqual([step, 3 * step]);
  });

  it('counts a part without deltas at its end', () => {
    const { output, reserved } = observe();
    output.push(textEnd(4 * step));
    expect(reserved).toHaveLength(1);
  });

  it('waits until the memory is free', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const output = new OutputReservation({ reserveOutput: () => promise });
    let continued = false;
    const waiting = output.push(textDelta(2 * step))?.then(() => (continued = true));
    await Promise.resolve();
    expect(continued).toBe(false);
    resolve();
    await waiting;
    expect(continued).toBe(true);
  });
});
