import { openEnum } from './open-enum.js';

/**
 * Whether a model stands in the memory of the machine that serves it. Neither vendor has this member; it is absent for
 * models that run elsewhere.
 */
export const residencySchema = openEnum(['unloaded', 'loading', 'loaded', 'unloading']);
