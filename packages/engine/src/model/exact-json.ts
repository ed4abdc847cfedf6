// Numbers that no double can hold, such as ids of nineteen digits, would come out of JSON.parse as others. They stay numbers here; their
// own text is remembered beside the object that they are a member of, for as long as that object lives, and written again.

/** What JSON has had since ES2026, and TypeScript's library does not know yet. */
interface ExactJson {
  parse(text: string, reviver: (this: object, key: string, value: unknown, context?: { readonly source?: string }) => unknown): unknown;
  readonly rawJSON?: (text: string) => object;
}

const exact: ExactJson = JSON;

/** By object or array, the text of those of its members that are such numbers. */
const sources = new WeakMap<object, Map<string, string>>();

/** Until the first such number nothing is looked up. */
let anySeen = false;

/** More digits than every double can give back, or an exponent. */
const suspicious = /\d[\d.]{15}|\d[eE]/;

/** Whether JSON text may hold a number that no double can hold. Cheap; also true of such digits in strings. */
export function mayHoldExactNumbers(text: string): boolean {
  return suspicious.test(text);
}

/** `JSON.parse` that remembers the text of numbers that no double can hold, for {@link jsonText}. */
export function parseExact(text: string): unknown {
  return exact.parse(text, function (key, value, context) {
    if (typeof value === 'number' && context?.source !== undefined && isLost(context.source, value)) {
      const members = sources.get(this) ?? new Map<string, string>();
      sources.set(this, members.set(key, context.source));
      anySeen = true;
    }
    return value;
  });
}

/** `JSON.stringify` that writes numbers of objects that {@link parseExact} made, and nobody copied, as they were. */
export function jsonText(value: object): string {
  const { rawJSON } = exact;
  if (!anySeen || rawJSON === undefined) return JSON.stringify(value);
  return JSON.stringify(value, function (this: object, key: string, member: unknown) {
    if (typeof member !== 'number') return member;
    const source = sources.get(this)?.get(key);
    return source === undefined || !Object.is(Number(source), member) ? member : rawJSON(source);
  });
}

function isLost(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  const digits = source.replace(/[eE].*$/u, '').replaceAll(/\D/gu, '').replaceAll(/^0+|0+$/gu, '');
  return digits.length > 15 && String(value) !== source;
}
