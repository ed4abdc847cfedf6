import * as fc from 'fast-check';
import { EngineError, repairJsonParse, runInSlices, runNow } from '@org/engine';
import { parseJsonBody, type ParseSteps } from '#src/http/body/parse-json-body.js';

repairJsonParse(); // As the service does at its start.

const limits = { depth: 128, values: 200_000 };

interface Outcome {
  readonly value?: unknown;
  /** `JSON.stringify` shows the order of members and the digits of numbers; `toEqual` does not. */
  readonly text?: string;
  readonly error?: string;
}

function parse(bytes: Buffer, steps: ParseSteps): Outcome {
  try {
    const value = runNow(parseJsonBody(bytes, limits, steps));
    return { value, text: JSON.stringify(value) };
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.code === 'invalid-request') return { error: thrown.message };
    throw thrown;
  }
}

const parseAtOnce = (bytes: Buffer): Outcome => parse(bytes, { chunkBytes: Infinity });

const whiteSpace = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 12 }),
);

const character = fc.oneof(
  fc.constantFrom('a', 'é', '語', '😀', '[', '{', '}', ']', ',', ':', ' ', '1.0'),
  fc.constantFrom('\\"', '\\\\', '\\n', '\\/', '\\u00e9', '\\ud83d\\ude00', '\\ud83d', '\\ude00', '\\u0022'),
);
const string = fc.array(character, { maxLength: 24 }).map((characters) => `"${characters.join('')}"`);
const name = fc.oneof(
  string,
  fc.constantFrom('"a"', '"b"', '"__proto__"', '"constructor"', '"2"', '"10"', '"1"', '"-1"', '"\\u0063"', '""'),
);
const scalar = fc.oneof(
  string,
  fc.constantFrom('0', '-0', '1.0', '1e3', '2E-7', '12345678901234567890', '0.10', '-3.5', 'true', 'false', 'null'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
);

/** JSON texts of any layout, with members that repeat. */
const { json } = fc.letrec<{ value: string; padded: string; json: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('padded'), { maxLength: 6 }).map((elements) => `[${elements.join(',') || ' '}]`),
    fc
      .array(fc.tuple(whiteSpace, name, whiteSpace, tie('padded')), { maxLength: 6 })
      .map(
        (members) => `{${members.map(([before, key, after, value]) => `${before}${key}${after}:${value}`).join(',')}}`,
      ),
  ),
  padded: fc.tuple(whiteSpace, tie('value'), whiteSpace).map(([before, value, after]) => `${before}${value}${after}`),
  json: fc.tuple(fc.constantFrom('', '', '', '\ufeff'), tie('padded')).map(([mark, text]) => mark + text),
}));

const steps = fc.record({
  chunkBytes: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 200 })),
  plainBytes: fc.constantFrom(0, 0, 0, 100),
});

describe('a JSON body that is parsed in chunks', () => {
  it('has the value of a parse at once, whatever JSON it is and however long the chunks are', () => {
    fc.assert(
      fc.property(json, steps, (text, taken) => {
        const body = Buffer.from(text);
        const expected = parseAtOnce(body);
        expect(expected.error).toBeUndefined();
        expect(parse(body, taken)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it('has the error of a parse at once, with the same line and column, wherever it is broken', () => {
    const noise = fc.oneof(
      fc.constantFrom('', ',', ':', '"', '[', '{', ']', '}', '\\', '0', '-', '.', 'e', '\u0001', '\\u12', 'tru', '😀'),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(json, fc.nat(), fc.nat({ max: 3 }), noise, steps, (text, place, removed, inserted, taken) => {
        const at = place % (text.length + 1);
        const body = Buffer.from(text.slice(0, at) + inserted + text.slice(at + removed));
        fc.pre(body.length > 0);
        expect(parse(body, taken)).toEqual(parseAtOnce(body));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is rejected when it is not UTF-8, wherever the invalid bytes are', () => {
    const filler = Buffer.alloc(3_000_000, 'é');
    for (const at of [0, 1, 1_048_576, 2_999_998]) {
      const body = Buffer.concat([Buffer.from('"'), filler, Buffer.from('"')]);
      body[at + 1] = 0xff;
      expect(parse(body, {})).toEqual({ error: 'The body is not valid UTF-8.' });
    }
  });

  it.each([
    ['a number', '9'.repeat(30_000_000)],
    ['an exponent', `1e${'9'.repeat(30_000_000)}`],
  ])('takes no long step to reject %s of 30 MB', (_, number) => {
    const body = Buffer.from(`{"a":${number}}`);
    /** The processor time of the longest step. */
    const longestStepMs = (): number => {
      const parsing = parseJsonBody(body, limits);
      let longestMs = 0;
      for (let isDone = false; !isDone;) {
        const { user, system } = process.threadCpuUsage();
        try {
          isDone = parsing.next().done === true;
        } catch {
          isDone = true;
        }
        const after = process.threadCpuUsage();
        longestMs = Math.max(longestMs, (after.user + after.system - user - system) / 1_000);
      }
      return longestMs;
    };
    expect(parse(body, { chunkBytes: 65_536 })).toEqual({
      error: 'The body contains a number of more than 65536 characters.',
    });
    // A collection of garbage may be part of a step, but not of the same one each time.
    expect(Math.min(longestStepMs(), longestStepMs(), longestStepMs())).toBeLessThan(50);
  });

  it('is rejected when a number has more digits than can be parsed in a step', () => {
    const body = Buffer.from(`{"a":[${'1'.repeat(140_000)}]}`);
    expect(parse(body, {})).toEqual({ error: 'The body contains a number of more than 65536 characters.' });
  });

  it.each([
    ['one long text', `{"a":"${'many words '.repeat(1_500_000)}"}`],
    ['one long text of escapes', `{"a":"${'\\"\\u00e9'.repeat(400_000)}"}`],
    ['white space', `{"a":1${' '.repeat(8_000_000)}}`],
    ['short values', `[${'{"a":[1.0,"b"]},'.repeat(40_000)}0]`],
    ['an error after white space', `[${'\n'.repeat(8_000_000)}1 2]`],
  ])('lets the event loop run in between: %s', async (_, text) => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    const running = runInSlices(parseJsonBody(Buffer.from(text), limits));
    expect(running).toBeInstanceOf(Promise);
    await Promise.resolve(running).catch(() => undefined);
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(1);
  });

  it('is parsed in one step after the scan when it has few values and no rare number or name', () => {
    const stepsOf = (text: string): number => {
      const running = parseJsonBody(Buffer.from(text), limits);
      for (let taken = 1; ; taken += 1) if (running.next().done === true) return taken;
    };
    const texts = Array.from({ length: 1_000 }, () => ({ text: 'many words '.repeat(100) }));
    expect(stepsOf(JSON.stringify(texts))).toBe(6);
    expect(stepsOf(JSON.stringify([...texts, -0]).replace(/0]$/, '-0]'))).toBeGreaterThan(20);
    expect(stepsOf(JSON.stringify([...texts, ...texts]))).toBeGreaterThan(30);
    expect(stepsOf(JSON.stringify([...texts, Array.from({ length: 20_000 }, () => 1)]))).toBeGreaterThan(20);
  });

  it('takes no promise when it is short', () => {
    expect(runInSlices(parseJsonBody(Buffer.from('{"a":1}'), limits))).toEqual({ a: 1 });
  });
});
