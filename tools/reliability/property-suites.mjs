// The property tests that check:reliability runs with their full number of generated inputs.

/** Number of inputs, by the variable that the specs read. */
export const runs = { FUZZ_RUNS: '200000', MODEL_RUNS: '100', PROPERTY_SCALE: '1' };

/** Patterns of the spec files in each project. */
export const suites = [
  { project: 'apps/api', specs: ['fuzz/bodies.property'] },
  { project: 'packages/llama', specs: ['schema-grammar', 'forced-calls.property', 'automaton.property'] },
];
