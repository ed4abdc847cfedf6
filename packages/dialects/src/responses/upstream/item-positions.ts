import type { JsonValue } from '@org/engine';

/**
 * Positions of a response's items. The upstream reports them; where it reports none, or another item's, the item
 * takes the next free position. Ids count for no more than that, because some upstreams give all items the same id,
 * or change an item's id at its end.
 */
export class ItemPositions {
  /** Positions of items that are not at their reported index. */
  readonly #moved = new Map<string, number>();
  readonly #ids = new Map<number, string>();
  /** Positions after a gap that the upstream left, by reported index. */
  readonly #closedGaps = new Map<number, number>();

  /** The position that an event refers to. */
  of(reportedIndex: JsonValue | undefined, id: JsonValue | undefined): number | undefined {
    const moved = typeof id === 'string' ? this.#moved.get(id) : undefined;
    return (
      moved ?? (typeof reportedIndex === 'number' ? (this.#closedGaps.get(reportedIndex) ?? reportedIndex) : undefined)
    );
  }

  /**
   * Places the item reported at `reportedIndex` at `next` where every later position is free: no item will arrive for
   * the indexes in between.
   */
  closeGap(reportedIndex: JsonValue | undefined, next: number): void {
    if (typeof reportedIndex !== 'number' || reportedIndex <= next || this.#closedGaps.has(reportedIndex)) return;
    for (const position of this.#ids.keys()) if (position >= next && position <= reportedIndex) return;
    this.#closedGaps.set(reportedIndex, next);
  }

  /** Whether the event refers to an index for which, by `closeGap`, no item was to arrive. */
  isInClosedGap(reportedIndex: JsonValue | undefined, id: JsonValue | undefined): boolean {
    if (typeof reportedIndex !== 'number' || this.#closedGaps.has(reportedIndex)) return false;
    if (typeof id === 'string' && this.#moved.has(id)) return false;
    for (const [index, position] of this.#closedGaps)
      if (reportedIndex >= position && reportedIndex < index) return true;
    return false;
  }

  /** Whether an item other than `id` occupies `position`. */
  isOccupied(position: number, id: JsonValue | undefined): boolean {
    const there = this.#ids.get(position);
    return typeof id === 'string' && there !== undefined && there !== id;
  }

  /** Position of a new item. `free`: the first position before which none is free. */
  allocate(reportedIndex: JsonValue | undefined, id: JsonValue | undefined, free: number): number | undefined {
    const known = this.of(reportedIndex, id);
    if (typeof id !== 'string' || (known !== undefined && !this.isOccupied(known, id))) {
      if (typeof id === 'string' && known !== undefined) this.#ids.set(known, id);
      return known;
    }
    let position = Math.max(free, known ?? 0);
    while (this.#ids.has(position)) position += 1;
    this.#moved.set(id, position);
    this.#ids.set(position, id);
    return position;
  }
}
