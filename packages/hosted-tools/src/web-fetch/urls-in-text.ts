/** Text without spaces and without characters that URLs do not have. */
const tokens = /[^\s<>"'`{}|\\^]+/g;
/** Longer ones are no URLs that the service reads. */
const maxTokenLength = 4_096;
/** A URL without its scheme, as people write it: `example.com/docs`. */
const bare = /^(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?::\d+)?(?:[/?#].*)?$/u;

/** The keys of all URLs that stand in `text`. `withBare`: also of those without a scheme. */
export function* urlsInText(text: string, withBare = false): Generator<string> {
  for (const [token] of text.matchAll(tokens)) {
    if (token.length > maxTokenLength || !/[.:]/.test(token)) continue;
    // Two URLs may stand in one token: `[https://a.example](https://a.example)`.
    const starts = [...token.matchAll(/https?:\/\//gi)].map(({ index }) => index);
    for (const start of starts) for (const form of formsOf(token.slice(start))) yield* keys(form);
    if (withBare && starts.length === 0)
      for (const form of formsOf(token.replace(/^[([*_]+/, ''))) if (bare.test(form)) yield* keys(`https://${form}`);
  }
}

/**
 * The form in which URLs are compared: without scheme and fragment, because neither changes which page it is. Undefined
 * where the text is no http or https URL.
 */
export function urlKey(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return `${url.host.replace(/\.$/, '')}${url.pathname.replace(/\/$/, '')}${url.search}`;
}

function* keys(text: string): Generator<string> {
  const key = urlKey(text);
  if (key !== undefined) yield key;
}

/** A URL in a sentence may end before its punctuation or after it, and within brackets: all forms count. */
function formsOf(text: string): ReadonlySet<string> {
  const inner = withinBrackets(text);
  return new Set([text, inner, withoutPunctuation(text), withoutPunctuation(inner)]);
}

function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && '.,;:!?*_)]'.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** `https://a.example/b` in `https://a.example/b), and`. */
function withinBrackets(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    if (depth < 0) return text.slice(0, at);
  }
  return text;
}
