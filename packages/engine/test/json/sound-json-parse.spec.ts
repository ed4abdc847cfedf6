import * as fc from 'fast-check';
import { isSound, withProtoSafety } from '#src/json/sound-json-parse.js';

const parse = withProtoSafety(JSON.parse);

/** Names of few characters, most of them escaped: the parser confuses a text with another one of the same length. */
const name = fc
  .array(fc.constantFrom('\\', '"', '\n', '\b', 'n', 'b', 'x', '/', '\u2028'), { maxLength: 4 })
  .map((letters) => letters.join(''));

/** Members in the order that an object would have them: no name twice, none that is a number. */
const members = fc.uniqueArray(fc.tuple(name, fc.oneof(fc.integer(), fc.string(), name)), {
  selector: ([key]) => key,
  maxLength: 6,
});

/** Written without `JSON.stringify` of an object, which would go through an object. */
function written(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',')}}`;
}

describe('JSON with escapes in names', () => {
  it('is sound, whatever the engine makes of it', () => {
    expect(isSound(parse)).toBe(true);
  });

  it.each([
    ['{"\\\\":1}', '{"\\"":2}', '"'],
    ['{"a":0,"\\\\":1}', '{"a":0,"\\n":2}', '\n'],
    ['{"\\\\n":1}', '{"\\ny":2}', '\ny'],
  ])('preserves the names that follow %s', (before, text, wanted) => {
    parse(before);
    expect(Object.keys(parse(text) as object).at(-1)).toBe(wanted);
  });

  it('preserves every name, its value and its order', () => {
    fc.assert(
      fc.property(fc.array(members, { minLength: 1, maxLength: 8 }), (objects) => {
        for (const entries of objects) expect(Object.entries(parse(written(entries)) as object)).toEqual(entries);
      }),
      { numRuns: 500 },
    );
  });

  it('preserves names at every depth, also far beyond the reach of recursion', () => {
    const depth = 20_000;
    let value: unknown = parse(`${'{"\\"":['.repeat(depth)}1${']}'.repeat(depth)}`);
    for (let level = 0; level < depth; level += 1) value = (value as Record<string, unknown[]>)['"']?.[0];
    expect(value).toBe(1);
  });

  it('takes the last of several members with one name, and accepts a member named __proto__', () => {
    const value = parse('{"a\\"":1,"b":2,"a\\u0022":3,"__pro\\u0074o__":4}') as object;
    expect(Object.entries(value)).toEqual([
      ['a"', 3],
      ['b', 2],
      ['__proto__', 4],
    ]);
  });

  it('passes the intended names and the source text of each number to a reviver', () => {
    const visited: unknown[] = [];
    parse('{"a\\"":1.50}', (key, value: unknown, ...context: unknown[]) => {
      visited.push([key, value, ...context]);
      return value;
    });
    expect(visited[0]).toEqual(['a"', 1.5, { source: '1.50' }]);
  });

  it.each(['{"a\\"":}', '{"\\x":1}', '{"a\\"":1', '{"a\\"" 1}', '"\\":'])('treats %s like JSON.parse', (text) => {
    const failure = (of: typeof JSON.parse): unknown => {
      try {
        return of(text);
      } catch (error) {
        return String(error);
      }
    };
    expect(failure(parse)).toBe(failure(JSON.parse));
  });

  it('leaves text that only resembles such a name unchanged', () => {
    const text = JSON.stringify({ value: '{"a\\"": 1}', also: ['\\', 'x":'] });
    expect(JSON.stringify(parse(text))).toBe(text);
  });
});
