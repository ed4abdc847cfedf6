/** A question about a model, such as a count, and what a generation may meet beyond it. */
export const questionErrors = ['unknown-model', 'previous-not-found', 'upstream-failed', 'timed-out'] as const;
export const generationErrors = [...questionErrors, 'mcp-server-failed'] as const;
