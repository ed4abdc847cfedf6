/** The row of a turn and the key of its contents. */
export interface TurnKeys {
  readonly turnKey: number;
  /** As in the row, like the id. */
  readonly owner: string;
  readonly id: string;
  readonly contentKey: Uint8Array;
}
