/** Which part of a list is wanted. */
export interface PageRequest {
  /** Id of the entry before the first requested one, in the requested order. Absent: from the start. */
  readonly after?: string;
  /** `asc` is oldest first. */
  readonly order: 'asc' | 'desc';
  /** Integer of at least 1. */
  readonly limit: number;
}

/** One page of a list, in the order of the request. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /**
   * Whether more entries follow in the same order. A page with fewer than `limit` entries may have more when its
   * entries are large.
   */
  readonly hasMore: boolean;
}
