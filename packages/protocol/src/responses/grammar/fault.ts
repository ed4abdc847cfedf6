import type { GrammarError } from '../../schema/grammar-error.js';

/** Makes the error for the event at hand, to be thrown. Messages name lengths and ids, never the text of an answer. */
export type Fault = (rule: string, message: string) => GrammarError;
