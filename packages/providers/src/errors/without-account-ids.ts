import { isObject } from '@org/engine';

/** Ids of organizations, projects, accounts and workspaces at OpenAI, Anthropic, Groq and Stripe. */
const candidate = /(?<![\w-])(?:org|proj|acct|wrkspc)[-_]([\w-]{8,100})/gi;
/** A part of an id that is no word: long, or with a digit or a capital within. */
const random = /^(?=.{8})(?:.*\d|.+[A-Z]|.{16})/;
const maxVisited = 100_000;

/** The text without the ids of the operator's account. An id that the client itself has sent in `body` stays. */
export function withoutAccountIds(text: string, body: object, replacement: string): string {
  return text.replaceAll(candidate, (id: string, rest: string) =>
    rest.split(/[-_]/).some((part) => random.test(part)) && !contains(body, id) ? replacement : id,
  );
}

/** Whether a text within `body` contains `id`. */
function contains(body: object, id: string): boolean {
  const waiting: unknown[] = [body];
  for (let visited = 0; waiting.length > 0 && visited < maxVisited; visited += 1) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes(id)) return true;
    if (Array.isArray(value)) for (const element of value) waiting.push(element);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        if (name.includes(id)) return true;
        waiting.push(member);
      }
  }
  return false;
}
