import type { ContextShiftOptions } from 'node-llama-cpp';

/**
 * Disables the context shift, with which the engine silently drops the start of a full context. Prompts are measured
 * before, so this never happens.
 */
export const noContextShift: ContextShiftOptions = {
  strategy: () => {
    throw new Error('context_full');
  },
};
