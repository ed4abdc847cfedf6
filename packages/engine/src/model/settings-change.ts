import type { OutputFormat, ReasoningRequest } from './generation-request.js';

/** Settings that a message changes from there on, whatever the request itself says. What is absent stays as it was. */
export interface SettingsChange {
  /** Null: back to the model's own habit. */
  readonly reasoning?: ReasoningChange | null;
  readonly outputFormat?: OutputFormat;
}

export interface ReasoningChange {
  /** Absent: reasoning stays off where the client turned it off, and is on otherwise. */
  readonly enabled?: boolean;
  readonly effort?: ReasoningRequest['effort'];
}
