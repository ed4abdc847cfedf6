import { BatchProgress, headOf, publicLine } from '#src/batches/batch-results.js';

const entries = ['a', 'b', 'c', 'd'].map((customId) => ({ customId, params: {} }));

describe('the results of a batch', () => {
  it.each(['succeeded', 'errored', 'canceled', 'expired'] as const)(
    'are recognized as %s by the start of their lines',
    (type) => {
      const progress = new BatchProgress(entries, 3);
      const line = progress.add('b', { type, message: { text: '"custom_id":"d"' } });
      expect(headOf(line)).toEqual({ customId: 'b', kind: type, attempt: 3 });
      expect(headOf(publicLine(line))).toEqual({ customId: 'b', kind: type, attempt: 0 });
      expect(publicLine(publicLine(line))).toBe(publicLine(line));
      expect([progress.open.length, progress.counts[type]]).toEqual([3, 1]);
      expect(JSON.parse(publicLine(line))).toEqual({
        custom_id: 'b',
        result: { type, message: { text: '"custom_id":"d"' } },
      });
    },
  );

  it('are counted without parsing their responses', () => {
    const progress = new BatchProgress(entries, 2);
    progress.take('{"attempt":1,"custom_id":"c","result":{"type":"succeeded","message":{ this is never read');
    progress.take('{"custom_id":"a","result":{"type":"errored","error":{ nor is this');
    expect(progress.open.map(({ customId }) => customId)).toEqual(['b', 'd']);
    expect(progress.counts).toEqual({ processing: 0, succeeded: 1, errored: 1, canceled: 0, expired: 0 });
  });

  it('are rejected when another program wrote them', () => {
    expect(() => headOf('{"id":"a"}')).toThrow('this service did not write');
  });
});
