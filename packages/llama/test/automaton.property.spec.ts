import * as fc from 'fast-check';

import { AutomatonError } from '#src/grammar/regular/automaton-error.js';
import { automatonOf, lengthsOf, intersect, type Automaton } from '#src/grammar/regular/automaton.js';
import { minimalAutomaton } from '#src/grammar/regular/minimal-automaton.js';
import { PatternError, readPattern, readAnchoredPattern } from '#src/grammar/regular/pattern-reader.js';
import { textOfLength } from '#src/grammar/regular/regular.js';

/** The part of the runs that `npm test` takes; `npm run check:reliability` takes all. A red run prints its seed. */
const share = Number(process.env['PROPERTY_SCALE'] ?? 0.2);
const runsOf = (all: number): number => Math.ceil(share * all);

/** Regular expressions over few characters, so that texts meet them often. */
const { expression } = fc.letrec<{ expression: string; sequence: string; piece: string; atom: string }>((tie) => ({
  expression: fc.oneof(
    { weight: 3, arbitrary: tie('sequence') },
    fc.tuple(tie('sequence'), tie('sequence')).map((two) => two.join('|')),
  ),
  sequence: fc.array(tie('piece'), { maxLength: 3 }).map((chunks) => chunks.join('')),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '{1,}'))
    .map((two) => two.join('')),
  atom: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '\\s', '\\S', '"', '\\n'),
    tie('expression').map((inner) => `(${inner})`),
  ),
}));
const pattern = fc
  .tuple(fc.constantFrom('', '^'), expression, fc.constantFrom('', '$'))
  .map(([start, inner, end]) => `${start}(?:${inner})${end}`);
const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '"', '\n', '\u3000'), maxLength: 8 });

/** Throws where two steps of a state contain the same character, which would make the automaton ambiguous. */
function accepts(automaton: Automaton, given: string): boolean {
  let state = automaton[0];
  for (const char of given) {
    const code = char.codePointAt(0) ?? 0;
    const alternatives =
      state?.steps.filter(
        (step) => step.kind === 'character' && step.ranges.some(([low, high]) => low <= code && code <= high),
      ) ?? [];
    if (alternatives.length > 1) throw new Error(`two ways with ${char}`);
    state = alternatives[0] === undefined ? undefined : automaton[alternatives[0].to];
  }
  return state?.accepts === true;
}

function of(source: string): Automaton {
  return automatonOf(readPattern(source));
}

/** Runs the same for random expressions; expressions whose automaton is too large are skipped. */
function small<T>(make: () => T): T {
  try {
    return make();
  } catch (thrown) {
    if (thrown instanceof AutomatonError) fc.pre(false);
    throw thrown;
  }
}

describe('the automaton of a regular expression', () => {
  it('accepts what the expression matches and is deterministic', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 8, maxLength: 8 }), (source, texts) => {
        const automaton = small(() => of(source));
        for (const given of texts)
          expect([source, given, accepts(automaton, given)]).toEqual([source, given, new RegExp(source).test(given)]);
      }),
      { numRuns: runsOf(1_000) },
    );
  });

  it('accepts what the entire expression matches, ignoring case where flagged', () => {
    fc.assert(
      fc.property(
        expression,
        fc.constantFrom('', 'i', 's', 'is'),
        fc.array(
          fc.oneof(
            text,
            text.map((one) => one.toUpperCase()),
          ),
          { minLength: 8, maxLength: 8 },
        ),
        (source, flags, texts) => {
          const automaton = small(() => automatonOf(readAnchoredPattern(source, flags)));
          const expected = new RegExp(`^(?:${source})$`, flags);
          for (const given of texts)
            expect([source, flags, given, accepts(automaton, given)]).toEqual([
              source,
              flags,
              given,
              expected.test(given),
            ]);
        },
      ),
      { numRuns: runsOf(500) },
    );
  });

  it('does not let an expression out of its brackets', () => {
    expect(() => readAnchoredPattern('a)|(b')).toThrow(PatternError);
  });

  it('intersects with another automaton', () => {
    fc.assert(
      fc.property(pattern, pattern, fc.array(text, { minLength: 8, maxLength: 8 }), (first, second, texts) => {
        const both = small(() => intersect(of(first), of(second)));
        for (const given of texts)
          expect([first, second, given, accepts(both, given)]).toEqual([
            first,
            second,
            given,
            new RegExp(first).test(given) && new RegExp(second).test(given),
          ]);
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('accepts the same texts in its minimal form, which equivalent expressions share', () => {
    fc.assert(
      fc.property(expression, fc.array(text, { minLength: 8, maxLength: 8 }), (source, texts) => {
        const automaton = small(() => of(`^(?:${source})$`));
        const least = minimalAutomaton(automaton);
        for (const given of texts)
          expect([source, given, accepts(least, given)]).toEqual([source, given, accepts(automaton, given)]);
        expect(least.length).toBeLessThanOrEqual(automaton.length);
        expect(minimalAutomaton(small(() => of(`^(?:(${source})|${source})$`)))).toEqual(least);
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('finds the smallest form of long counts in a few rounds', () => {
    const rounds = jest.spyOn(JSON, 'stringify');
    const smallest = minimalAutomaton(of('^[a-z]{1,1000}$'));
    const { length } = rounds.mock.calls;
    rounds.mockRestore();
    expect([smallest.length, length < 10_000]).toEqual([1_001, true]);
  });

  it('knows how long its texts are', () => {
    fc.assert(
      fc.property(pattern, text, (source, given) => {
        const automaton = small(() => of(source));
        const { minLength, maxLength } = lengthsOf(automaton);
        expect(!accepts(automaton, given) || (given.length >= minLength && given.length <= maxLength)).toBe(true);
        const ofLength = (length: number): Automaton =>
          small(() => intersect(automaton, automatonOf(textOfLength(length, length))));
        expect(ofLength(minLength)).not.toEqual([]);
        expect(maxLength === Infinity ? [] : ofLength(maxLength + 1)).toEqual([]);
      }),
      // The example has an automaton within the size limit, but its intersection exceeds it.
      { numRuns: runsOf(300), examples: [['(?:((a.{2})([ab].{2})+){2}a)', '']] },
    );
  });

  it.each([
    ['an ambiguous one', '^(a+)+$', 5],
    ['one with many ways to be nothing', `^${'(a*|b*)'.repeat(200)}$`, 500],
    ['counted repetitions of repetitions', '^((a{0,9}){0,9}){0,9}$', 800],
  ])('is small for %s', (_name, source, max) => {
    expect(of(source).length).toBeLessThan(max);
  });

  it.each([
    ['repetitions that multiply', '^((a{0,30}){0,30}){0,30}$', 'too long'],
    ['a character that has to stand far from the end', '^[ab]*a[ab]{20}$', 'too many states'],
  ])('does not exist for %s', (_name, source, reason) => {
    expect(() => of(source)).toThrow(reason);
  });
});
