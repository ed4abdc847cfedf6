import type { Rule } from './rule.js';

/** A compaction instead of a response excludes context edits. */
export const compactionAlone: Rule = ({ compaction, context_management: management }) =>
  compaction == null || management == null
    ? undefined
    : { param: 'context_management', message: 'context_management: cannot be combined with `compaction`' };
