import type { EngineError, ErrorCode, Warning } from '@org/engine';
import type { Attempt, AttemptState, SentPayload } from './attempt.js';

/** Which errors a rule is about. All members that are given have to hold; of a list, one entry. */
export interface ErrorMatch {
  /** The code of the service's own error. */
  readonly code?: ErrorCode;
  /** The HTTP status of the upstream. */
  readonly status?: number | readonly number[];
  /** The parameter that the upstream's error object names. */
  readonly param?: string | readonly string[];
  /** A pattern of the upstream's error message. */
  readonly text?: RegExp | readonly RegExp[];
  /** A pattern that shows that the error is about something else. */
  readonly unless?: RegExp;
}

/** An error that a rule matches. */
export interface MatchedError {
  readonly error: EngineError;
  /** What the upstream wrote, without what it quotes of the request. */
  readonly text: string;
}

/** What the documentation says of a rule, and what the loop has to know of it. */
interface RuleRow {
  /** Unique, and the name of the file with its fixtures. */
  readonly id: string;
  /** Servers, gateways and libraries (pydantic, serde) that are known to send such errors. */
  readonly servers: readonly string[];
  /** What the upstream rejects, for the documentation. */
  readonly rejects: string;
  /** What the service does about it, for the documentation. */
  readonly fallback: string;
  readonly match: ErrorMatch;
  /** What the client learns. The loop adds it to the attempt. Absent: the patch or the encoder writes it, if anything. */
  readonly warning?: Warning;
  /** `request-form`: later requests of the form start with the patch. `never`: it depends on what this request contains. */
  readonly remember: 'request-form' | 'never';
}

/** One quirk of upstreams as data: which error it is known by, and which attempt to make instead. */
export interface CompatRule<Target extends object, Payload extends SentPayload> extends RuleRow {
  /** Whether the attempt has what the upstream rejects. Absent: `patch` decides. */
  applies?(attempt: Attempt<Target, Payload>, match: MatchedError): boolean;
  /** The next attempt; `undefined` where there is nothing to change. */
  patch(attempt: Attempt<Target, Payload>, match: MatchedError): AttemptState<Target> | undefined;
}

/** A rule that changes only the neutral request: it serves every upstream API. */
export interface SharedRule extends RuleRow {
  applies?<Target extends object>(attempt: Attempt<Target>, match: MatchedError): boolean;
  patch<Target extends object>(attempt: Attempt<Target>, match: MatchedError): AttemptState<Target> | undefined;
}

/** The members of a rule that documentation and tests read. */
export type AnyRule = RuleRow;
