/** A possible member of an {@link IntrusiveSet}, of one at a time. */
export interface SetMember {
  /** Its index, which only the set reads. */
  setIndex: number;
}

/**
 * The current members, unordered. A `Set` performs badly for members that change with every request: it allocates a
 * new table every few dozen changes, the old table holds its last members and the new table, and once one old table
 * has survived into the old generation, so does every table after it.
 */
export class IntrusiveSet<Member extends SetMember> implements Iterable<Member> {
  readonly #members: Member[] = [];

  get size(): number {
    return this.#members.length;
  }

  /** A copy, because members may leave during the iteration. */
  [Symbol.iterator](): Iterator<Member> {
    return this.#members.slice().values();
  }

  add(member: Member): void {
    member.setIndex = this.#members.length;
    this.#members.push(member);
  }

  /** Does nothing for a value that is not a member. */
  delete(member: Member): void {
    if (this.#members[member.setIndex] !== member) return;
    const last = this.#members.pop();
    if (last === undefined || last === member) return;
    this.#members[member.setIndex] = last;
    last.setIndex = member.setIndex;
  }
}
