import type { Rule } from './rule.js';

/**
 * More than any client needs. The service searches for all of them in every delta, where many thousands would block
 * other requests.
 */
const limit = 1_000;

/** Limits the number of stop sequences. */
export const stopSequencesLimit: Rule = ({ stop_sequences: sequences = [] }) => {
  if (sequences.length <= limit) return undefined;
  return {
    param: 'stop_sequences',
    message: `stop_sequences: may have at most ${limit} entries; found ${sequences.length}`,
  };
};
