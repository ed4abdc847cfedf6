/** The node of a value in one {@link IdleList}. */
export class IdleNode<Value> {
  readonly value: Value;
  previous: IdleNode<Value> | undefined;
  next: IdleNode<Value> | undefined;

  constructor(value: Value) {
    this.value = value;
  }
}

/**
 * Values in the order of their addition. A `Set` performs badly for members that leave and come back with every request:
 * it allocates a new table every few dozen changes.
 */
export class IdleList<Value> {
  #first: IdleNode<Value> | undefined;
  #last: IdleNode<Value> | undefined;

  get first(): IdleNode<Value> | undefined {
    return this.#first;
  }

  /** Adds a node at the end. One that is in the list keeps its position. */
  add(node: IdleNode<Value>): void {
    if (this.#has(node)) return;
    node.previous = this.#last;
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
  }

  /** Does nothing for a node that is not in the list. */
  delete(node: IdleNode<Value>): void {
    if (!this.#has(node)) return;
    if (node.previous === undefined) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === undefined) this.#last = node.previous;
    else node.next.previous = node.previous;
    node.previous = undefined;
    node.next = undefined;
  }

  #has(node: IdleNode<Value>): boolean {
    return node.previous !== undefined || this.#first === node;
  }
}
