// Numbers that no double can hold, such as ids of nineteen digits, would come out of JSON.parse as others.

/** What JSON has had since ES2026, and TypeScript's library does not know yet. */
interface ExactJson {
  parse(text: string, reviver: (this: object, key: string, value: unknown, context?: { readonly source?: string }) => unknown): unknown;
  readonly rawJSON?: (text: string) => object;
}

const exact: ExactJson = JSON;

/** By object or array, the text of those of its members that are such numbers; for as long as that object lives. */
const sources = new WeakMap<object, Map<string, string>>();

/** Until the first such number nothing is looked up. */
let anySeen = false;

/** More digits than every double can give back, or an exponent. */
const suspicious = /\d[\d.]{15}|\d[eE]/;

/** `JSON.parse` that remembers the text of numbers that no double can hold, for {@link exactText}. */
export function parseExact(text: string): unknown {
  return exact.parse(text, function (key, value, context) {
    const source = sourceOf(value, context);
    if (source === undefined) return value;
    const members = sources.get(this) ?? new Map<string, string>();
    sources.set(this, members.set(key, source));
    anySeen = true;
    return value;
  });
}

/** `JSON.stringify` that writes the numbers of objects that {@link parseExact} made, and nobody copied, as they were. */
export function exactText(value: object): string {
  const { rawJSON } = exact;
  if (!anySeen || rawJSON === undefined) return JSON.stringify(value);
  return JSON.stringify(value, function (this: object, key: string, member: unknown) {
    if (typeof member !== 'number') return member;
    const source = sources.get(this)?.get(key);
    return source === undefined || !Object.is(Number(source), member) ? member : rawJSON(source);
  });
}

/**
 * `JSON.parse` for a value that is written again and not looked at: in the place of numbers that no double can hold stand objects that
 * `JSON.stringify` writes as they were.
 */
export function parseToWrite(text: string): unknown {
  const { rawJSON } = exact;
  if (rawJSON === undefined || !suspicious.test(text)) return JSON.parse(text);
  return exact.parse(text, (_, value, context) => {
    const source = sourceOf(value, context);
    return source === undefined ? value : rawJSON(source);
  });
}

/** The text of a number that no double can hold. */
function sourceOf(value: unknown, context: { readonly source?: string } | undefined): string | undefined {
  return typeof value === 'number' && context?.source !== undefined && isLost(context.source, value) ? context.source : undefined;
}

function isLost(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  const digits = source.replace(/[eE].*$/u, '').replaceAll(/\D/gu, '').replaceAll(/^0+|0+$/gu, '');
  return digits.length > 15 && String(value) !== source;
}
