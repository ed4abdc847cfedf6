import { createHash } from 'node:crypto';
import { type CallIdForm, plainCallIds } from '@org/engine';
import type { CallIds } from '../compat/capability-profile.js';

/** How ids of calls are rewritten to what a server takes. */
export const callIdForms = {
  any: plainCallIds(/^[^]+$/),
  short: plainCallIds(/^[^]{1,40}$/, 40),
  nine: {
    pattern: /^[A-Za-z0-9]{9}$/,
    instead: (id) => {
      const hash = createHash('sha256').update(id);
      return (attempt) => hash.copy().update(` ${attempt}`).digest('hex').slice(0, 9);
    },
  },
} as const satisfies Readonly<Record<CallIds, CallIdForm>>;
