import type { HostedToolErrorCode, ServerCallOutcome } from '@org/engine';

/** The outcome of a failed call. `text` explains to the model what it can do instead. */
export function failedOutcome(code: HostedToolErrorCode, text: string): ServerCallOutcome {
  return { content: [{ type: 'text', text }], isError: true, hosted: { type: 'failed', code } };
}
