/** Where a turn stands, and the key of its contents. */
export interface TurnKeys {
  readonly turnKey: number;
  /** As it stands in the row, and so the id. */
  readonly owner: string;
  readonly id: string;
  readonly contentKey: Uint8Array;
}
