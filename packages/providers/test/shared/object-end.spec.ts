import * as fc from 'fast-check';
import { EscapedControls, isObjectText, nestsDeeper } from '@org/engine';
import { ToolCallBuffer } from '#src/shared/tool-call-buffer.js';

/** Texts that are JSON, nearly JSON, or none. */
const texts = fc.oneof(
  fc.json(),
  fc.json({ stringUnit: fc.constantFrom('{', '}', '"', '\\', '[', ']', 'a', ' ') }),
  fc
    .array(fc.constantFrom('{', '}', '"', '\\', '[', ']', ':', ',', 'a', ' ', '\n', '\u00a0', '"a":1'), {
      maxLength: 12,
    })
    .map((signs) => signs.join('')),
);

describe('the arguments of a call in deltas', () => {
  it('are complete exactly when they are one JSON object, after every delta', () => {
    fc.assert(
      fc.property(
        fc.array(texts, { maxLength: 3 }).map((all) => all.join('')),
        fc.array(fc.nat({ max: 4 })),
        (text, splits) => {
          const call = new ToolCallBuffer(0, false);
          let at = 0;
          let arrived = '';
          for (const length of [...splits, text.length]) {
            const chunk = text.slice(at, at + length);
            call.append(chunk);
            at += length;
            // A new object after an empty object replaces it.
            const replaces = arrived.length < 8 && arrived.trim() === '{}' && chunk.trimStart().startsWith('{');
            arrived = replaces ? chunk : arrived + chunk;
            expect(call.complete).toBe(isObjectText(new EscapedControls().push(arrived)));
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('are parsed completely once, however many deltas look like their end', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const call = new ToolCallBuffer(0, false);
    call.append('{"code":"');
    for (let chunk = 0; chunk < 1_000; chunk += 1) {
      call.append('if (a) { b(); }');
      expect(call.complete).toBe(false);
    }
    call.append('"}');
    expect([call.complete, call.complete]).toEqual([true, true]);
    expect(parse.mock.calls.length).toBe(1);
  });
});

describe('the nesting of JSON text', () => {
  it.each([
    ['[[[{}]]]', 4],
    ['{"a":"[[[[\\"[[[["}', 1],
    ['{"a\\\\":[[1]],"b":[[{"]":"}"}]]}', 4],
    ['["\\\\",[[]]]', 3],
  ])('of %s is that of its brackets outside of texts', (text, depth) => {
    const padded = text.padEnd(30);
    expect([nestsDeeper(padded, depth), nestsDeeper(padded, depth - 1)]).toEqual([false, true]);
  });
});
