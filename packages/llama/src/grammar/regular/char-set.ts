/** Ranges of code points, both ends included. */
export type CodeRange = readonly [low: number, high: number];

const last = 0x10ffff;
const jsonEscapes: Readonly<Record<number, string>> = {
  0x22: '\\"',
  0x5c: '\\\\',
  0x08: '\\b',
  0x09: '\\t',
  0x0a: '\\n',
  0x0c: '\\f',
  0x0d: '\\r',
};

/** Sorts ranges and joins those that touch. */
export function normalRanges(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const joined: [number, number][] = [];
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = joined.at(-1);
    if (previous !== undefined && low <= previous[1] + 1) previous[1] = Math.max(previous[1], high);
    else joined.push([low, high]);
  }
  return joined;
}

/** All code points that are in none of the ranges. */
export function complement(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const rest: CodeRange[] = [];
  let next = 0;
  for (const [low, high] of normalRanges(ranges)) {
    if (low > next) rest.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= last) rest.push([next, last]);
  return rest;
}

/**
 * One character of a set as it appears within a JSON string: itself, or its escape. Control characters without a
 * short escape, the delete character and surrogates are excluded. `undefined` when nothing remains.
 */
export function jsonCharacter(ranges: readonly CodeRange[]): string | undefined {
  const plain: string[] = [];
  const escaped: string[] = [];
  for (const [low, high] of normalRanges(ranges)) {
    for (const code of Object.keys(jsonEscapes).map(Number)) {
      if (code >= low && code <= high)
        escaped.push(`"${(jsonEscapes[code] ?? '').replace(/[\\"]/g, (char) => `\\${char}`)}"`);
    }
    for (const range of withoutUnsafe(low, high)) plain.push(rangeText(range));
  }
  const alternatives = [...(plain.length === 0 ? [] : [`[${plain.join('')}]`]), ...escaped];
  if (alternatives.length === 0) return undefined;
  return alternatives.length === 1 ? alternatives[0] : `( ${alternatives.join(' | ')} )`;
}

/** True where a JSON string can contain one of the characters. */
export function isEncodable(ranges: readonly CodeRange[]): boolean {
  return jsonCharacter(ranges) !== undefined;
}

/** Splits character sets with targets into disjoint sets, each with the sorted list of all targets of its characters. */
export function splitRanges(
  transitions: readonly { readonly ranges: readonly CodeRange[]; readonly to: number }[],
): readonly { readonly ranges: readonly CodeRange[]; readonly targets: readonly number[] }[] {
  const edges = transitions.flatMap(({ ranges, to }) =>
    ranges.flatMap(([low, high]) => [
      { at: low, to, change: 1 },
      { at: high + 1, to, change: -1 },
    ]),
  );
  const active = new Map<number, number>();
  const found = new Map<string, { readonly ranges: CodeRange[]; readonly targets: readonly number[] }>();
  let since = 0;
  for (const { at, to, change } of edges.sort((a, b) => a.at - b.at)) {
    if (at > since && active.size > 0) {
      const targets = [...active.keys()].sort((a, b) => a - b);
      const known = found.get(targets.join());
      if (known === undefined) found.set(targets.join(), { ranges: [[since, at - 1]], targets });
      else known.ranges.push([since, at - 1]);
    }
    since = at;
    const count = (active.get(to) ?? 0) + change;
    if (count === 0) active.delete(to);
    else active.set(to, count);
  }
  return [...found.values()];
}

/** One character that needs no escape in a JSON string and is none of `codes`. */
export function plainCharacterExcept(codes: readonly number[]): string {
  const ranges = complement(codes.map((code): CodeRange => [code, code]));
  return `[${ranges.flatMap(([low, high]) => [...withoutUnsafe(low, high)].map(rangeText)).join('')}]`;
}

/** One character of an unquoted text between markers that is none of `codes`; line feeds and tabs are literal, too. */
export function textCharacterExcept(codes: readonly number[]): string {
  const breaks = [0x09, 0x0a, 0x22, 0x5c].filter((code) => !codes.includes(code)).map(classCode);
  return plainCharacterExcept(codes).replace(']', `${breaks.join('')}]`);
}

const unsafe: readonly CodeRange[] = [
  [0, 0x1f],
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x7f, 0x7f],
  [0xd800, 0xdfff],
];

function* withoutUnsafe(low: number, high: number): Generator<CodeRange> {
  let next = low;
  for (const [from, to] of unsafe) {
    if (to < next || from > high) continue;
    if (from > next) yield [next, from - 1];
    next = Math.max(next, to + 1);
  }
  if (next <= high) yield [next, high];
}

function rangeText([low, high]: CodeRange): string {
  return low === high ? classCode(low) : `${classCode(low)}-${classCode(high)}`;
}

function classCode(code: number): string {
  const char = String.fromCodePoint(code);
  return /[a-zA-Z0-9]/.test(char) ? char : `\\U${code.toString(16).padStart(8, '0')}`;
}
