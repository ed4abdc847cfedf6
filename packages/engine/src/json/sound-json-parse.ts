// V8 takes one name of a member for another: once it has parsed `{"\\":1}`, the text `{"\"":1}` comes out with the name `\`, whoever sent
// either (nodejs/node#63785, Node 24 to 26). Both kinds of names have an escape, so no text with one reaches it as it is.

type Parse = typeof JSON.parse;
type Reviver = (this: unknown, name: string, value: unknown, context?: unknown) => unknown;

/** As the engine does it. */
const parseAsEngine: Parse = JSON.parse;

/** Every text with an escape in the name of a member has one of these. So have some others, which only takes time. */
const escapedName = /\\.[^"\\]*"\s*:/s;

/** What stand-ins of names begin with. Nobody who sends a text can know it. */
const placeholderPrefix = crypto.randomUUID();

/** Lets `JSON.parse` of this thread read names right, where the engine does not by itself. */
export function repairJsonParse(): void {
  if (!isSound(JSON.parse)) JSON.parse = soundly(JSON.parse);
}

/** The value of a text whose names are known to have no escapes, so that none are looked for. Throws `SyntaxError` where it is no JSON. */
export function parsePlainNames(text: string): unknown {
  return parseAsEngine(text);
}

/** Whether `parse` keeps names apart. A `parse` that does not is left with names that nobody else has. */
export function isSound(parse: Parse): boolean {
  const before = '{"isSound, before":1,';
  parse(`${before}"\\\\":2}`);
  return Object.keys(parse(`${before}"\\"":2}`) as object).includes('"');
}

/** `parse` as the language means it: names with escapes are put in only when it is done. */
export function soundly(parse: Parse): Parse {
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
      parse(text, reviver); // What is no JSON is told in terms of the text that it was.
      throw error;
    }
    putIn(value, names);
    return value;
  };
}

/** The text with a stand-in for each name that has an escape, and what each of them stands for: none where the text is no JSON. */
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

/** One past the quote that ends the string which begins at `start`. */
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

/** Gives the members of all that is below `value` the names that stand for them, in their places. Without recursion: texts may be deep. */
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
  // Not set: one may be called __proto__.
  for (const [name, value] of members)
    Object.defineProperty(one, names.get(name) ?? name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
