import type { EngineError, ErrorCode, Warning } from '@org/engine';
import type { UpstreamErrorFacts } from '../errors/upstream-error-facts.js';
import type { Attempt, AttemptState, SentPayload } from './attempt.js';

/** Errors that a rule matches. All given members must match; of a list, one entry. */
export interface ErrorMatch {
  /** Code of the service's own error. */
  readonly code?: ErrorCode;
  /** The HTTP status of the upstream. */
  readonly status?: number | readonly number[];
  /** The parameter that the upstream's error object names. */
  readonly param?: string | readonly string[];
  /** The upstream's own code or type. */
  readonly upstreamCode?: string | readonly string[];
  /** A pattern of a path in the sent body that the error names, such as `tools.1.type`, whatever the notation. */
  readonly at?: RegExp | readonly RegExp[];
  /** A pattern of the upstream's error message. */
  readonly text?: RegExp | readonly RegExp[];
  /** Pattern that shows that the error has another cause. */
  readonly unless?: RegExp;
}

/** An error that a rule matches. */
export interface MatchedError extends UpstreamErrorFacts {
  readonly error: EngineError;
  /** What the upstream wrote, without what it quotes of the request. */
  readonly text: string;
}

/** Documentation of a rule, and what the loop needs to know about it. */
interface RuleRow {
  /** Unique, and the name of the file with its fixtures. */
  readonly id: string;
  /** Servers, gateways and libraries (pydantic, serde) that are known to send such errors. */
  readonly servers: readonly string[];
  /** What the upstream rejects, for the documentation. */
  readonly rejects: string;
  /** What the service does about it, for the documentation. */
  readonly fallback: string;
  /** Of a list, one entry must match: those by status, code and path come before those by words. */
  readonly match: ErrorMatch | readonly ErrorMatch[];
  /** What the client learns. The loop adds it to the attempt. Absent: the patch or the encoder writes it, if anything. */
  readonly warning?: Warning;
  /**
   * `request-form`: later requests of the owner and the form start with the patch. `never`: it depends on what this
   * request contains.
   */
  readonly cache: 'request-form' | 'never';
}

/** One upstream quirk as data: the error that identifies it, and the attempt to make instead. */
export interface CompatRule<Target extends object, Payload extends SentPayload> extends RuleRow {
  /** Whether the attempt has what the upstream rejects. Absent: `patch` decides. */
  applies?(attempt: Attempt<Target, Payload>, match: MatchedError): boolean;
  /** Returns the next attempt; `undefined` where nothing can be changed. */
  patch(attempt: Attempt<Target, Payload>, match: MatchedError): AttemptState<Target> | undefined;
}

/** A rule that changes only the neutral request, so it serves every upstream API. */
export interface SharedRule extends RuleRow {
  applies?<Target extends object>(attempt: Attempt<Target>, match: MatchedError): boolean;
  patch<Target extends object>(attempt: Attempt<Target>, match: MatchedError): AttemptState<Target> | undefined;
}

/** The members of a rule that documentation and tests read. */
export type AnyRule = RuleRow;
