/**
 * Maximum number of error characters that are scanned, and of remaining ones that count: a longer error repeats what
 * it received.
 */
const maxScannedCharacters = 100_000;
const maxCharacters = 8_000;

/** Matches a value that is not client text: a number or one word. */
const plain = String.raw`(?:None|null|[Tt]rue|[Ff]alse|-?[\d.]+|\\{0,7}['"][\w.-]{0,40}\\{0,7}['"])\s*[,}]`;
/**
 * Matches where validation libraries and Groq start to repeat their input or their model's output, and where pydantic
 * in text form and llama.cpp do so until the end of the line: they shorten it or write it as JSON, which contains no
 * line break.
 */
const repeated = new RegExp(
  String.raw`\\{0,7}['"](?:input|failed_generation)\\{0,7}['"]:(?! ?${plain}) ?|\b(?:input_value=|Unrecognized schema: )`,
  'g',
);
/** Where llama.cpp does up to the end of all. */
const repeatedToEnd = /; ?(?:messages|tools) = /;

/**
 * Returns the server's own words in a rejection. Client text may be anything, even the text of another error, so it
 * is removed in JSON and in Python notation. Where it is quoted again, everything after its start is removed.
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

/** Whether it is a number or one word and not client text. */
function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? /^[\w.-]{0,40}$/.test(value) : typeof value !== 'object';
}

/** Returns the index after the repeated text at `from`, by the words that announce it. */
function endOfRepeated(text: string, name: string, from: number): number {
  if (name.startsWith('\\')) return text.length;
  return /^\w/.test(name) ? endOfLine(text, from) : endOfValue(text, from);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Returns the index after a value in JSON or Python notation. */
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

/** Returns the index of the mark that closes the quote that starts at `from`. */
function endOfQuote(text: string, from: number): number {
  const quote = text.charAt(from);
  let at = from + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
