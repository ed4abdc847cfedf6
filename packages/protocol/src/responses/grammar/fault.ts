import type { GrammarError } from '../../schema/grammar-error.js';

/** Creates the error for the current event, to be thrown. Messages contain lengths and ids, never response text. */
export type Fault = (rule: string, message: string) => GrammarError;
