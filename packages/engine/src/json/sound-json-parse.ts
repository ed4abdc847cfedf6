// V8 confuses member names: once it has parsed `{"\\":1}`, the text `{"\"":1}` is parsed with the name `\`, whichever
// client sent them (nodejs/node#63785, Node 24 to 26). Both kinds of names have an escape, so texts with one never
// reach it unchanged.

type Parse = typeof JSON.parse;
type Reviver = (this: unknown, name: string, value: unknown, context?: unknown) => unknown;

/** As the engine does it. */
const parseAsEngine: Parse = JSON.parse;

/** Matches every text with an escape in a member name. It also matches some others, which only costs time. */
const escapedName = /\\.[^"\\]*"\s*:/s;

/** Prefix of placeholder names. It is random, so no client can guess it. */
const placeholderPrefix = crypto.randomUUID();

/** Makes `JSON.parse` of this thread read names correctly, where the engine does not. */
export function repairJsonParse(): void {
  if (!isSound(JSON.parse)) JSON.parse = withProtoSafety(JSON.parse);
}

/**
 * Parses a text whose names are known to have no escapes, without the check for them. Throws `SyntaxError` for
 * invalid JSON.
 */
export function parsePlainNames(text: string): unknown {
  return parseAsEngine(text);
}

/** Whether `parse` distinguishes names. A failing `parse` has only seen names that are used nowhere else. */
export function isSound(parse: Parse): boolean {
  const before = '{"isSound, before":1,';
  parse(`${before}"\\\\":2}`);
  return Object.keys(parse(`${before}"\\"":2}`) as object).includes('"');
}

/** `parse` as the language means it: names with escapes are put in only when it is done. */
export function withProtoSafety(parse: Parse): Parse {
  return function parseSoundly(text: string, reviver?: Reviver): unknown {
    if (typeof text !== 'string' || !text.includes('\\') || !escapedName.test(text)) return parse(text, reviver);
    const { stripped, names } = withoutEscapedNames(text);
    if (names.size === 0) return parse(text, reviver);
    const named: Reviver | undefined =
      reviver === undefined
        ? undefined
        : function (name, value, context) {
            return reviver.call(this, names.get(name) ?? name, value, context);
          };
    let value: unknown;
    try {
      value = parse(stripped, named);
    } catch (error) {
      parse(text, reviver); // The error for invalid JSON refers to the original text.
      throw error;
    }
    putIn(value, names);
    return value;
  };
}

/**
 * The text with a placeholder for each name that has an escape, and the original of each placeholder: none where the
 * text is invalid JSON.
 */
function withoutEscapedNames(text: string): { readonly stripped: string; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const chunks: string[] = [];
  let copied = 0;
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfString(text, start);
    const name = isName(text, end) ? text.slice(start, end) : '';
    if (name.includes('\\')) {
      const placeholder = `${placeholderPrefix}${names.size}`;
      try {
        names.set(placeholder, JSON.parse(name) as string);
      } catch {
        return { stripped: text, names: new Map() };
      }
      chunks.push(text.slice(copied, start), `"${placeholder}"`);
      copied = end;
    }
    start = text.indexOf('"', end);
  }
  return { stripped: chunks.join('') + text.slice(copied), names };
}

/** Offset after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

/**
 * Restores the original names of all members below `value`, in their order. Not recursive, because texts may nest
 * deeply.
 */
function putIn(value: unknown, names: ReadonlyMap<string, string>): void {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const one = pending.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (!Array.isArray(one) && Object.keys(one).some((name) => names.has(name))) rename(one, names);
    for (const below of Object.values(one)) pending.push(below);
  }
}

function rename(one: object, names: ReadonlyMap<string, string>): void {
  const members = Object.entries(one);
  for (const [name] of members) Reflect.deleteProperty(one, name);
  // Defines the property instead of assigning it, because a member may be called __proto__.
  for (const [name, value] of members)
    Object.defineProperty(one, names.get(name) ?? name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
