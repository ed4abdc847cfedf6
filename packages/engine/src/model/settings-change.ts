import type { OutputFormat, ReasoningRequest } from './generation-request.js';

/** Settings that a message changes from its position on, overriding the request. Absent settings remain unchanged. */
export interface SettingsChange {
  /** Null: back to the model's default. */
  readonly reasoning?: ReasoningChange | null;
  readonly outputFormat?: OutputFormat;
}

export interface ReasoningChange {
  /** Absent: reasoning stays off where the client turned it off, and is on otherwise. */
  readonly enabled?: boolean;
  readonly effort?: ReasoningRequest['effort'];
}
