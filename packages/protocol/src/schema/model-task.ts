import { openEnum } from './open-enum.js';

/** What a model does that generates nothing. Neither vendor has this member; it is absent for models that generate. */
export const modelTaskSchema = openEnum(['embedding', 'rerank']);
