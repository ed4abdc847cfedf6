import type { Rule } from './rule.js';

/** More than anybody needs. All of them are looked for in every piece of an answer, where many thousands would keep others waiting. */
const limit = 1_000;

/** At most so many stop sequences. */
export const stopSequencesLimit: Rule = ({ stop_sequences: sequences = [] }) => {
  if (sequences.length <= limit) return undefined;
  return {
    param: 'stop_sequences',
    message: `stop_sequences: may have at most ${limit} entries; found ${sequences.length}`,
  };
};
