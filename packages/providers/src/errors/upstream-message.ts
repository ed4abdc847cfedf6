/** So many characters of a refusal are looked through, and so many of those that are left count: a server that says more repeats what it was sent. */
const maxScannedCharacters = 100_000;
const maxCharacters = 8_000;

/** A value that is no text of a client's: a number or one word. */
const plain = String.raw`(?:None|null|[Tt]rue|[Ff]alse|-?[\d.]+|\\{0,7}['"][\w.-]{0,40}\\{0,7}['"])\s*[,}]`;
/**
 * Where libraries that check requests, and Groq, begin to repeat what they were sent, or what their model wrote; and where pydantic in words
 * and llama.cpp do so up to the end of the line: they shorten it or write it as JSON, in which no line ends.
 */
const repeated = new RegExp(
  String.raw`\\{0,7}['"](?:input|failed_generation)\\{0,7}['"]:(?! ?${plain}) ?|\b(?:input_value=|Unrecognized schema: )`,
  'g',
);
/** Where llama.cpp does up to the end of all. */
const repeatedToEnd = /; ?(?:messages|tools) = /;

/**
 * What a server says itself when it refuses a request. What clients wrote may be anything, such as the words of another refusal: it is left
 * out, in JSON and as Python writes it. Where it is quoted once more, all behind its beginning is left out.
 */
export function upstreamMessage(text: string): string {
  const [head = ''] = text.slice(0, maxScannedCharacters).split(repeatedToEnd, 1);
  let ownText = '';
  let from = 0;
  for (const { 0: name, index } of head.matchAll(repeated)) {
    if (index < from) continue;
    ownText += head.slice(from, index);
    from = endOfRepeated(head, name, index + name.length);
  }
  return (ownText + head.slice(from)).slice(0, maxCharacters);
}

/** The same of what was read as JSON, as JSON. */
export function upstreamMessageIn(value: unknown): string {
  const ownText = JSON.stringify(value, (name, member: unknown) => {
    if (repeating.has(name) && !isPlain(member)) return undefined;
    return typeof member === 'string' ? upstreamMessage(member) : member;
  });
  return (ownText ?? '').slice(0, maxCharacters);
}

const repeating: ReadonlySet<string> = new Set(['input', 'failed_generation']);

/** Whether it is a number or one word, and no text of a client's. */
function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? /^[\w.-]{0,40}$/.test(value) : typeof value !== 'object';
}

/** The index behind what follows at `from`, by what announced it. */
function endOfRepeated(text: string, name: string, from: number): number {
  if (name.startsWith('\\')) return text.length;
  return /^\w/.test(name) ? endOfLine(text, from) : endOfValue(text, from);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** The index behind a value, be it JSON or Python's. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"' || char === "'") at = endOfQuote(text, at);
    else if ('[{('.includes(char)) depth += 1;
    else if (depth === 0 && ',]})'.includes(char)) return at;
    else if (']})'.includes(char)) depth -= 1;
  }
  return text.length;
}

/** The index of the mark that ends the quote which begins at `from`. */
function endOfQuote(text: string, from: number): number {
  const quote = text.charAt(from);
  let at = from + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
