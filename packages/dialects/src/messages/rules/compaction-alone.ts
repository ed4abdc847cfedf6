import type { Rule } from './rule.js';

/** What is summarised in the place of an answer is not edited as well. */
export const compactionAlone: Rule = ({ compaction, context_management: management }) =>
  compaction == null || management == null
    ? undefined
    : { param: 'context_management', message: 'context_management: cannot be combined with `compaction`' };
