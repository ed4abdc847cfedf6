import * as fc from 'fast-check';
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
