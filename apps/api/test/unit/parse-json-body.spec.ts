import * as fc from 'fast-check';
import { EngineError, repairJsonParse, runNow } from '@org/engine';
import { parseJsonBody } from '#src/http/body/parse-json-body.js';

repairJsonParse(); // As the service does at its start.

const limits = { depth: 128, values: 200_000 };
const parse = (text: string | Buffer): unknown => runNow(parseJsonBody(Buffer.from(text as string), limits));

function refusal(text: string | Buffer): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'invalid-request') return error.message;
    throw error;
  }
  throw new Error('the text was taken');
}

describe('a JSON body', () => {
  it('gives the same value as JSON.parse, whatever JSON it is', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(parse(text)).toEqual(JSON.parse(text))));
  });

  it('preserves member names with any escapes, whatever body was parsed before', () => {
    const name = fc.constantFrom(
      '\\',
      '"',
      '\n',
      'n',
      '\\n',
      '"x',
      ':"',
      'a name of some length"',
      'a name of some length\\',
    );
    const members = fc.uniqueArray(fc.tuple(name, name), { selector: ([key]) => key, maxLength: 2 });
    let runs = 0;
    fc.assert(
      fc.property(
        fc.array(members, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('', ' ', '\n\t'),
        (bodies, gap) => {
          // The JavaScript engine expects the names that followed the same start before.
          runs += 1;
          for (const rest of bodies) {
            const body: [string, string][] = [[`run ${runs}`, ''], ...rest];
            const text = `{${body.map(([key, value]) => `${JSON.stringify(key)}${gap}:${JSON.stringify(value)}`).join(',')}}`;
            expect(Object.entries(parse(text) as object)).toEqual(body);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('limits objects to ten thousand members, but not lists', () => {
    const members = (count: number): string =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":{"a":[1,2],"b":"},{"}`).join(',')}}`;
    expect(parse(`[${members(10_000)},[${members(10_000)}]]`)).toHaveLength(2);
    expect(parse(`[${'1,'.repeat(150_000)}1]`)).toHaveLength(150_001);
    for (const text of [members(10_001), `[[1,2],${members(10_001)}]`, `{"a":[${members(10_001)}]}`])
      expect(refusal(text)).toBe('The body contains an object with more than 10000 members.');
  });

  it('preserves all digits of numbers, at any depth', () => {
    const input = (number: string): string => `{"id":${number},"list":[-${number},{"x":${number}.5}],"small":1.15}`;
    for (const digits of ['9007199254740993', '12345678901234567890', '1'.repeat(400)]) {
      for (let shift = 0; shift < 32; shift += 1) {
        const call = `{"type":"tool_use",${' '.repeat(shift)}"id":"toolu_1","name":"f","input":${input(digits)}}`;
        const text = `{"unknown":${digits},"messages":[{"role":"assistant","content":[${call}]}]}`;
        expect(JSON.stringify(parse(text))).toBe(text.replaceAll(' ', ''));
      }
    }
  });

  it.each(['20.0', '-0.50', '1e3', '2E-7', '-0', '1e400'])('preserves %s as written', (number) => {
    for (const [before, after] of [
      ['', ''],
      ['[', ']'],
      ['[1, ', ' , "1.0"]'],
      ['{"a":', '\n}'],
    ]) {
      const text = `{"tools":[{"parameters":{"enum":${before}${number}${after}}}]}`;
      expect(JSON.stringify(parse(text))).toBe(text.replace(/[ \n]/g, ''));
    }
  });

  it('is rejected with a position and without its own text whenever JSON.parse rejects it', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 }))
      .map(
        ([text, at, noise]) => text.slice(0, at % (text.length + 1)) + noise + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(broken, (text) => {
        fc.pre(text !== '' && isRefused(text));
        expect(refusal(text)).toMatch(/^The body is not valid JSON: expected .+ at line \d+, column \d+\.$/);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":1,}', 'expected a quoted name at line 1, column 8'],
    ['{"a" 1}', 'expected ":" at line 1, column 6'],
    ['[1 2]', 'expected "," or "]" at line 1, column 4'],
    ['{"a":\n  tru}', 'expected a value at line 2, column 3'],
    ['{"a":"x', 'expected a closing quote at line 1, column 8'],
    ['{"a":"\\x"}', 'expected a valid character or escape in a string at line 1, column 7'],
    ['{} {}', 'expected the end of the body at line 1, column 4'],
    ['{"a":1', 'expected "," or "}" at line 1, column 7'],
  ])('rejects %j: %s', (text, where) => {
    expect(refusal(text)).toBe(`The body is not valid JSON: ${where}.`);
  });

  it('is rejected with its position, however long a string before it is', () => {
    expect(refusal(`{"a":"${'x'.repeat(16_000_000)}",}`)).toContain(
      'expected a quoted name at line 1, column 16000009',
    );
  });

  it('is rejected when it is empty', () => {
    expect(refusal('')).toMatch(/empty/);
  });

  it('is rejected when it is not UTF-8', () => {
    expect(refusal(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toBe('The body is not valid UTF-8.');
  });

  it('may start with a byte order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it('is accepted at the maximum nesting depth and rejected one level deeper', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parse(nested(128))).not.toThrow();
    expect(refusal(nested(129))).toBe('The body is nested deeper than 128 levels.');
    expect(refusal('{"a":'.repeat(100_000))).toBe('The body is nested deeper than 128 levels.');
  });

  it('is rejected when it contains too many values', () => {
    expect(() => parse(`[${'0,'.repeat(1000)}0]`)).not.toThrow();
    expect(refusal(`[${'0,'.repeat(200_000)}0]`)).toBe('The body contains more than 200000 values.');
    expect(refusal(`[${'{},'.repeat(200_000)}0]`)).toBe('The body contains more than 200000 values.');
  });

  it('does not count the content of strings, escaped quotes and backslashes included', () => {
    const text = JSON.stringify({ a: '[{,'.repeat(200_000), b: '\\"[\\\\', c: '"'.repeat(1000) });
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('counts values and levels as JSON defines them, whatever strings of any length contain', () => {
    const odd = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ',', ']', 'a', 'ä', '\n'), maxLength: 60 });
    fc.assert(
      fc.property(fc.array(odd, { minLength: 1, maxLength: 4 }), (strings) => {
        const bytes = Buffer.from(JSON.stringify([strings, {}]));
        // Two arrays, an object, the strings, and the body itself, which also counts.
        const exact = { depth: 2, values: strings.length + 4 };
        expect(runNow(parseJsonBody(bytes, exact))).toEqual([strings, {}]);
        expect(() => runNow(parseJsonBody(bytes, { ...exact, depth: 1 }))).toThrow('nested deeper than 1 levels');
        expect(() => runNow(parseJsonBody(bytes, { ...exact, values: exact.values - 1 }))).toThrow(
          `more than ${exact.values - 1} values`,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('cannot reach a prototype', () => {
    const value = parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

function isRefused(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return Buffer.from(text).toString() === text;
  }
}
