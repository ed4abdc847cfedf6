import type { ContextShiftOptions } from 'node-llama-cpp';

/** The engine would silently forget the beginning of a full context. Ours is measured before, so this never happens. */
export const noContextShift: ContextShiftOptions = {
  strategy: () => {
    throw new Error('context_full');
  },
};
