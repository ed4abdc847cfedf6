import * as fc from 'fast-check';
import { parseExactly } from '@org/engine';
import { decimalOf, type Decimal } from '#src/grammar/json/decimal.js';
import { integerGrammar } from '#src/grammar/json/integer-grammar.js';
import { numberGrammar } from '#src/grammar/json/number-grammar.js';

/** The grammar of a number as an expression: it has literals, classes, groups and counts alone. */
function asPattern(grammar: string): RegExp {
  return new RegExp(
    `^(?:${grammar.replace(/"([^"]*)"|\s+/g, (_, literal?: string) => (literal ?? '').replace(/[.]/g, '\\.'))})$`,
  );
}

const complete = fc
  .integer({ min: -1000, max: 1000 })
  .chain((number) => fc.constantFrom(number, number * 1e9, number * 1e12));

/** Fractions close to both ends, of any length. */
const fraction = fc
  .record({ run: fc.constantFrom('0', '9'), length: fc.nat({ max: 16 }), rest: fc.stringMatching(/^[0-9]{1,8}$/) })
  .map(({ run, length, rest }) => run.repeat(length) + rest);

describe('the grammar of a number', () => {
  it('excludes an exclusive bound also after parsing as a double', () => {
    let written = 0;
    fc.assert(
      fc.property(complete, fc.constantFrom(1, 2, 77), fraction, fc.boolean(), (low, width, digits, above) => {
        const high = low + width;
        const grammar = numberGrammar({ exclusiveMinimum: low, exclusiveMaximum: high });
        // Next to the lower or the upper bound, of either sign: the integer before the point is the smaller by
        // magnitude.
        const nearest = above ? low : high - Math.sign(high);
        const text = `${nearest}.${digits}`;
        if (grammar === undefined || !asPattern(grammar).test(text)) return;
        written += 1;
        expect([low, text, high, Number(text) > low && Number(text) < high]).toEqual([low, text, high, true]);
      }),
      { numRuns: 5000 },
    );
    expect(written).toBeGreaterThan(200);
  });

  it('has a number between any two neighbours', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (low) =>
        expect(numberGrammar({ exclusiveMinimum: low, exclusiveMaximum: low + 1 })).toBeDefined(),
      ),
    );
  });
});

describe('the grammar of an integer', () => {
  const [minSigned, maxSigned, maxUnsigned] = [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 64n - 1n];
  const bound = (text: string): Decimal => decimalOf(parseExactly(text)) ?? { unscaled: 0n, scale: 0 };
  const isWritten = (grammar: string | undefined, value: bigint): boolean =>
    grammar !== undefined && asPattern(grammar).test(String(value));

  it('accepts every 64-bit integer where no bound is set, and no larger one', () => {
    const grammar = integerGrammar({});
    for (const value of [0n, 7n, -1n, maxSigned, minSigned, 1234567890123456789n])
      expect([value, isWritten(grammar, value)]).toEqual([value, true]);
    for (const value of [maxSigned + 1n, minSigned - 1n, maxUnsigned]) expect(isWritten(grammar, value)).toBe(false);
    expect(asPattern(grammar ?? '').test('01')).toBe(false);
  });

  it('accepts exactly the integers within bounds of 64 bits', () => {
    const edges = [0n, 10n ** 15n, 2n ** 53n, 2n ** 60n, maxSigned, maxUnsigned, minSigned, -(2n ** 53n)];
    const near = fc
      .tuple(fc.constantFrom(...edges), fc.bigInt({ min: -1000n, max: 1000n }))
      .map(([edge, offset]) => edge + offset)
      .filter((value) => value >= minSigned && value <= maxUnsigned);
    const kind = fc.constantFrom(['minimum', 'maximum'], ['exclusiveMinimum', 'exclusiveMaximum']);
    fc.assert(
      fc.property(near, near, near, kind, (a, b, value, [lower = '', upper = '']) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const grammar = integerGrammar({ [lower]: bound(String(low)), [upper]: bound(`${high}.0`) });
        const isWithin = lower === 'minimum' ? low <= value && value <= high : low < value && value < high;
        expect([low, value, high, isWritten(grammar, value)]).toEqual([low, value, high, isWithin]);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads bounds in any notation, and rejects those beyond 64 bits', () => {
    expect(isWritten(integerGrammar({ maximum: bound('1.5e1') }), 15n)).toBe(true);
    expect(isWritten(integerGrammar({ maximum: bound('1.5e1') }), 16n)).toBe(false);
    expect(isWritten(integerGrammar({ exclusiveMinimum: bound('-0.50') }), 0n)).toBe(true);
    expect(isWritten(integerGrammar({ maximum: bound('1e400') }), maxSigned)).toBe(true);
    expect(integerGrammar({ minimum: bound('1e400') })).toBeUndefined();
    expect(integerGrammar({ maximum: bound('-1e99999999') })).toBeUndefined();
    expect(isWritten(integerGrammar({ minimum: bound('1e-99999999') }), 0n)).toBe(false);
  });
});
