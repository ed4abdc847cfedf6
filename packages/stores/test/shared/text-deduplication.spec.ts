import * as fc from 'fast-check';
import { parseExactly, runYielding } from '@org/engine';
import { runNow } from '@org/engine/storage';
import { DeduplicatedReader, serializeDeduplicated } from '#src/shared/text-deduplication.js';

const question = 'Which of the two roads that lead over the hills to the sea is the shorter one?';
const reply = 'The left one, by about a mile and a half: it crosses the river at the old mill — ☂.';

/** Few texts, long and short, so that they repeat; some look like a reference. */
const text = fc.constantFrom(
  '',
  'a',
  '=',
  '==',
  '=0',
  '=1',
  '==0',
  question,
  reply,
  `=${question}`,
  `==${question}`,
  '\u0000'.repeat(80),
  '\ud800'.repeat(80),
  `=${'\ud800'.repeat(80)}`,
  '\n'.repeat(80),
);
const value = fc.jsonValue().chain(
  (other) =>
    fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constant(other),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(text, fc.constant('__proto__'), fc.nat().map(String)), tie('node'), { maxKeys: 4 }),
      ),
    })).node,
);

const write = (...values: readonly object[]): string => runNow(serializeDeduplicated(...values));

const readAll = (content: Buffer, count: number): unknown[] => {
  const reader = new DeduplicatedReader(content);
  return Array.from({ length: count }, () => runNow(reader.next()));
};

describe('deduplicated texts', () => {
  it('restores any written value without modifying it', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 3 }), (members) => {
        const values = members.map((member) => ({ member }));
        const before = JSON.stringify(values);
        const read = readAll(Buffer.from(write(...values)), values.length);
        expect(JSON.stringify(read)).toBe(before);
        expect(JSON.stringify(values)).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });

  it('writes a long text unchanged at its first position only', () => {
    const written = write({ input: question }, { items: [question, { content: [reply] }], payload: { output: reply } });
    expect(written).toBe(
      `78 87\n{"input":"=0"}\n{"items":["=0",{"content":["=1"]}],"payload":{"output":"=1"}}\n${question}${reply}`,
    );
  });

  it('are the same when long values yield to the event loop while writing', async () => {
    const long = 'what was said '.repeat(30_000);
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 3 }), async (members) => {
        const values = members.map((member) => ({
          list: [question, member, { long, again: [member, long, question] }, `${long}\ud800`],
          none: undefined,
          member,
        }));
        expect((await runYielding(serializeDeduplicated(...values))) === write(...values)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('writes numbers of many digits as they came', () => {
    expect(write({ input: parseExactly('{"id":12345678901234567890}') })).toBe(
      '\n{"input":{"id":12345678901234567890}}\n',
    );
  });

  it('leaves short texts in place, and those that UTF-8 cannot encode', () => {
    const lone = '\udc00'.repeat(64);
    expect(write(['user', 'user', lone])).toBe(`\n["user","user",${JSON.stringify(lone)}]\n`);
  });

  it('counts the bytes of a read value, a text as often as it occurs', () => {
    const reader = new DeduplicatedReader(Buffer.from(write([reply, reply], { other: question })));
    runNow(reader.next());
    expect(reader.size).toBe('["=0","=0"]'.length + 2 * Buffer.byteLength(reply));
  });
});
