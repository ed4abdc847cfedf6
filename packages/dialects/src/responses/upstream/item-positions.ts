import type { JsonValue } from '@org/engine';

/**
 * Where the items of a response stand. An upstream tells it; where it tells nothing, or the place of another item, the item stands at the next
 * one that is free. Ids count for no more than that, because some upstreams give all items the same, or an item another one at its end.
 */
export class ItemPositions {
  /** The places of items that do not stand where they were told to. */
  readonly #moved = new Map<string, number>();
  readonly #ids = new Map<number, string>();
  /** By what the upstream called them, the places that follow places which it left free. */
  readonly #closedUp = new Map<number, number>();

  /** The place that an event speaks of. */
  of(reportedIndex: JsonValue | undefined, id: JsonValue | undefined): number | undefined {
    const moved = typeof id === 'string' ? this.#moved.get(id) : undefined;
    return (
      moved ?? (typeof reportedIndex === 'number' ? (this.#closedUp.get(reportedIndex) ?? reportedIndex) : undefined)
    );
  }

  /** Has the item that is told at `reportedIndex` stand at `next` where nothing stands from there on: no item will come to the places between. */
  closeUp(reportedIndex: JsonValue | undefined, next: number): void {
    if (typeof reportedIndex !== 'number' || reportedIndex <= next || this.#closedUp.has(reportedIndex)) return;
    for (const position of this.#ids.keys()) if (position >= next && position <= reportedIndex) return;
    this.#closedUp.set(reportedIndex, next);
  }

  /** Whether another item than `id` stands at `position`. */
  isOccupied(position: number, id: JsonValue | undefined): boolean {
    const there = this.#ids.get(position);
    return typeof id === 'string' && there !== undefined && there !== id;
  }

  /** The place of an item that is there now. `free`: no place before it is free. */
  claim(reportedIndex: JsonValue | undefined, id: JsonValue | undefined, free: number): number | undefined {
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
