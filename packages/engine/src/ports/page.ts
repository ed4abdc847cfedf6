/** Which part of a list is wanted. */
export interface PageRequest {
  /** Id of the entry before the first wanted one, in the wanted order. Absent: from the beginning. */
  readonly after?: string;
  /** `asc` is oldest first. */
  readonly order: 'asc' | 'desc';
  /** Integer of at least 1. */
  readonly limit: number;
}

/** One page of a list, in the order of the request. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** Whether more entries follow in the same order: also when there are fewer than `limit`, because these are large enough. */
  readonly hasMore: boolean;
}
