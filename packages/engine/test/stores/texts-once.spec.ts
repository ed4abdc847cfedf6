import * as fc from 'fast-check';
import { addLongTexts, readOnce, writeOnce } from '#src/stores/texts-once.js';

const question = 'Which of the two roads is the shorter one?';
const answer = 'The left one, by about a mile and a half.';
const history = { input: [{ text: question }], output: [{ text: answer }] };

const textsOf = (value: unknown) => addLongTexts(value, new Map());

/** Few texts, long and short, so that they come again; among them what looks like a reference. */
const text = fc.constantFrom('', 'a', '=', '==', '=0', '=1', '==0', question, answer, `=${question}`, `==${question}`, '\u0000'.repeat(30), '\ud800'.repeat(30));
const value = fc.jsonValue().chain((other) =>
  fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, text, fc.constant(other), fc.array(tie('node'), { maxLength: 4 }), fc.dictionary(fc.oneof(text, fc.constant('__proto__'), fc.nat().map(String)), tie('node'), { maxKeys: 4 })),
  })).node,
);

describe('texts that stand once', () => {
  it('gives back whatever was written', () => {
    fc.assert(
      fc.property(value, value, (earlier, written) => {
        const plain: unknown = JSON.parse(JSON.stringify(written));
        const read = readOnce(writeOnce(written, textsOf(earlier)), textsOf(JSON.parse(JSON.stringify(earlier))));
        expect(JSON.stringify(read)).toBe(JSON.stringify(plain));
      }),
      { numRuns: 500 },
    );
  });

  it('writes a long text of the history nowhere else', () => {
    const json = writeOnce({ items: [question, { content: [answer] }], wire: { output: answer } }, textsOf(history));
    expect(json).toBe('{"items":["=0",{"content":["=1"]}],"wire":{"output":"=1"}}');
  });

  it('writes a long text that is not of the history the first time only', () => {
    const found = 'A text that a search of the web has found.';
    expect(writeOnce({ items: [found], wire: found }, textsOf(history))).toBe(`{"items":["${found}"],"wire":"=2"}`);
  });

  it('leaves short texts where they are', () => {
    expect(writeOnce(['user', 'user'], textsOf(['user']))).toBe('["user","user"]');
  });
});
