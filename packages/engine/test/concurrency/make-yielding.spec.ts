import { bytesYielding, textYielding } from '#src/concurrency/make-yielding.js';
import { jsonChunks } from '#src/json/json-chunks.js';

describe('a long text that is made with rests', () => {
  it('is whole, and others have their turn meanwhile', async () => {
    const value = { text: 'é"\n'.repeat(4_000_000) };
    for (const make of [
      async () => Buffer.concat(await bytesYielding(jsonChunks(value))).toString(),
      () => textYielding(jsonChunks(value)),
    ]) {
      let others = 0;
      const made = make();
      const turn = (): void => {
        others += 1;
        if (others < 1_000) setImmediate(turn);
      };
      setImmediate(turn);
      expect((await made) === JSON.stringify(value)).toBe(true);
      expect(others).toBeGreaterThan(1);
      others = 1_000;
    }
  });
});
