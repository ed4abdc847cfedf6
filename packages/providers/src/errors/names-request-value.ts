import { isObject } from '@org/engine';

/** Minimum length of a name, in characters: shorter words may be in any text. */
const minNameLength = 6;
const maxNameLength = 200;
const maxVisited = 100_000;

/** Members whose values are words of the API. */
const apiWords: ReadonlySet<string> = new Set(['type', 'role', 'object', 'status']);

/**
 * Whether a text names a value of the sent body, such as the id of a file: then the upstream misses what the client
 * named, not what the operator configured. `exceptModel`: the name of the model is the operator's.
 */
export function namesRequestValue(text: string, body: object, exceptModel: boolean): boolean {
  const names = namesIn(text);
  if (names.size === 0) return false;
  const waiting: unknown[] = [
    exceptModel ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'model')) : body,
  ];
  for (let visited = 0; waiting.length > 0 && visited < maxVisited; visited += 1) {
    const value = waiting.pop();
    if (typeof value === 'string' && names.has(value)) return true;
    if (Array.isArray(value)) for (const element of value) waiting.push(element);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) if (!apiWords.has(name)) waiting.push(member);
  }
  return false;
}

/** The words of a text that are quoted or look like an id. */
function namesIn(text: string): ReadonlySet<string> {
  const quoted = [...text.matchAll(/(["'`])([\w.:/-]{6,200})\1/g)].map(([, , name = '']) => name);
  const ids = (text.match(/[\w.:/-]+/g) ?? [])
    // Of a long run of dots, the search for its end would take quadratic time.
    .filter(({ length }) => length <= maxNameLength)
    .map((word) => word.replace(/[.:]+$/, ''))
    .filter((word) => /[\d_:/-]/.test(word) && /[a-z]/i.test(word));
  return new Set([...quoted, ...ids].filter(({ length }) => length >= minNameLength));
}
