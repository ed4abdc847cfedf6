/** Text without spaces and without characters that URLs do not have. */
const tokens = /[^\s<>"'`{}|\\^]+/g;
/** Longer ones are no URLs that the service reads. */
const maxTokenLength = 4_096;
/** A URL without its scheme, as people write it: `example.com/docs`. */
const bare = /^(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?::\d+)?(?:[/?#].*)?$/u;

/** URLs that start in one token; later ones do not count. */
const maxStarts = 8;
/** Texts that one search takes for URLs, as {@link UrlBudget}. */
const maxForms = 20_000;

/** Bounds the work of a search in one text or in several: the texts that may still be parsed as URLs. */
export interface UrlBudget {
  left: number;
}

/** How {@link urlsInText} searches. */
export interface UrlSearch {
  /** Whether URLs without a scheme count. */
  readonly withBare?: boolean;
  /** Only the URLs of this host are wanted: most others are left out, without the work of parsing them. */
  readonly host?: string;
  /** Default: one of its own. */
  readonly budget?: UrlBudget;
}

/** A budget that nothing has taken from. */
export function urlBudget(): UrlBudget {
  return { left: maxForms };
}

/** The keys of the URLs that stand in `text`, until the budget is used up. */
export function* urlsInText(
  text: string,
  { withBare = false, host, budget = urlBudget() }: UrlSearch = {},
): Generator<string> {
  for (const [token] of text.matchAll(tokens)) {
    if (budget.left <= 0) return;
    if (token.length > maxTokenLength || !/[.:]/.test(token) || !mayName(token, host)) continue;
    // Two URLs may stand in one token: `[https://a.example](https://a.example)`.
    const starts = startsOf(token);
    for (const start of starts) {
      const rest = token.slice(start);
      if (!mayName(/^[^/]*\/\/[^/?#]*/.exec(rest)?.[0] ?? '', host)) continue;
      for (const form of formsOf(rest, budget)) yield* keys(form);
    }
    if (withBare && starts.length === 0)
      for (const form of formsOf(token.replace(/^[([*_]+/, ''), budget))
        if (bare.test(form)) yield* keys(`https://${form}`);
  }
}

function startsOf(token: string): readonly number[] {
  const starts: number[] = [];
  for (const { index } of token.matchAll(/https?:\/\//gi)) {
    if (starts.length === maxStarts) break;
    starts.push(index);
  }
  return starts;
}

/** Whether the text may have a URL of the host. Only parsing shows which host a name with `%` or other scripts is. */
function mayName(text: string, host: string | undefined): boolean {
  return host === undefined || /[^\x21-\x7e]|%/.test(text) || text.toLowerCase().includes(host);
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
function* formsOf(text: string, budget: UrlBudget): Generator<string> {
  const inner = withinBrackets(text);
  for (const form of new Set([text, inner, withoutPunctuation(text), withoutPunctuation(inner)])) {
    if (budget.left <= 0) return;
    budget.left -= 1;
    yield form;
  }
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
