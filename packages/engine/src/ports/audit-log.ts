/** All kinds of events. */
export const auditEventKinds = [
  'key_created',
  'key_rotated',
  'key_revoked',
  'key_expired',
  'key_first_used',
  'key_refused',
  'owner_erased',
] as const;

/** What happened to a key or an owner. */
export type AuditEventKind = (typeof auditEventKinds)[number];

/** Why the service refused a key. */
export type RefusalReason = 'wrong' | 'revoked' | 'expired';

/** An event for an auditor. It contains no secret, no hash and no content. */
export interface AuditEvent {
  /** Unique. An event with the id of an earlier one replaces its `count` and `lastAt`. */
  readonly id: string;
  readonly kind: AuditEventKind;
  /** Unix milliseconds. */
  readonly at: number;
  /** Where the event stands for several: the time of the last one, Unix milliseconds. */
  readonly lastAt?: number;
  /** Number of occurrences that the event stands for. */
  readonly count: number;
  /** The origin of the event: `command-line`, `service`, `client`, or the id of a key. */
  readonly actor: string;
  readonly keyId?: string;
  /** The id of the key that replaces a rotated one. */
  readonly replacementId?: string;
  readonly owner?: string;
  /** The client's address as the service sees it. */
  readonly address?: string;
  readonly reason?: RefusalReason;
}

/** What {@link AuditLog.listAuditEvents} selects. */
export interface AuditQuery {
  /** Unix milliseconds: events that occurred, or occurred last, at or after it. */
  readonly since: number;
  /** Events of this key only. */
  readonly keyId?: string;
  /** Maximum number of events: the newest. */
  readonly limit: number;
}

/** Events for an auditor. */
export interface AuditLog {
  /** Stores events, and returns the ids of those that the store did not have. */
  putAuditEvents(events: readonly AuditEvent[]): Promise<ReadonlySet<string>>;
  /** The newest events of a query, oldest first. */
  listAuditEvents(query: AuditQuery): Promise<readonly AuditEvent[]>;
  /**
   * Deletes the events that occurred last before `time` (Unix milliseconds), in batches, and returns their number.
   * Ends early when `signal` aborts.
   */
  deleteAuditEvents(time: number, signal?: AbortSignal): Promise<number>;
}
