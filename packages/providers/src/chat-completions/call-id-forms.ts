import { createHash } from 'node:crypto';
import { type CallIdForm, plainCallIds } from '@org/engine';

/**
 * What servers take as the id of a call. `short`: OpenAI's API takes 40 characters. `nine`: Mistral's, and engines that check requests with
 * its library, take nine letters and digits, no more and no fewer.
 */
export const callIdForms = {
  any: plainCallIds(/^[^]+$/),
  short: plainCallIds(/^[^]{1,40}$/, 40),
  nine: {
    fits: /^[A-Za-z0-9]{9}$/,
    instead: (id) => {
      const hash = createHash('sha256').update(id);
      return (attempt) => hash.copy().update(` ${attempt}`).digest('hex').slice(0, 9);
    },
  },
} as const satisfies Readonly<Record<string, CallIdForm>>;

export type CallIds = keyof typeof callIdForms;

/** Which ids a refusal asks for; `undefined` when it is about something else. */
export function callIdsAskedFor(refusal: string): CallIds | undefined {
  if (/tool call id was [^]{0,400}? must be a-z, A-Z, 0-9, with a length of 9/i.test(refusal)) return 'nine';
  return /tool_call(?:s\[\d+\]\.|_)id\W{1,4}string too long/i.test(refusal) ? 'short' : undefined;
}
