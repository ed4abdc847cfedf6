import { openEnum } from './open-enum.js';

/**
 * Whether a model is loaded in the memory of the serving machine. Neither vendor has this member; it is absent for
 * models that run elsewhere.
 */
export const residencySchema = openEnum(['unloaded', 'loading', 'loaded', 'unloading']);
