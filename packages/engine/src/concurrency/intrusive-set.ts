/** What can stand on a {@link IntrusiveSet}, on one at a time. */
export interface Enrolled {
  /** Its place, which only the roll looks at. */
  setIndex: number;
}

/**
 * Those that are there now, in no order. For what comes and goes with every request a `Set` is a trap: it makes itself a new table
 * every few dozen changes, the old table keeps its last members and the new table, and once one old table has lived long enough to
 * be out of reach of the quick collection of garbage, so is everything that comes after it.
 */
export class IntrusiveSet<Member extends Enrolled> implements Iterable<Member> {
  readonly #members: Member[] = [];

  get size(): number {
    return this.#members.length;
  }

  /** A copy: members may leave while it is read. */
  [Symbol.iterator](): Iterator<Member> {
    return this.#members.slice().values();
  }

  add(member: Member): void {
    member.setIndex = this.#members.length;
    this.#members.push(member);
  }

  /** Does nothing for one that is not there. */
  delete(member: Member): void {
    if (this.#members[member.setIndex] !== member) return;
    const last = this.#members.pop();
    if (last === undefined || last === member) return;
    this.#members[member.setIndex] = last;
    last.setIndex = member.setIndex;
  }
}
