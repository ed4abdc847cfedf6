import { AutomatonError } from './automaton-error.js';
import type { CodeRange } from './char-set.js';
import type { Regular } from './regular.js';

/** A transition on one character of a set or on one rule. */
export type CharacterTransition = { readonly ranges: readonly CodeRange[]; readonly to: number };
export type RuleTransition = { readonly name: string; readonly to: number };

interface Position {
  /** Positions that are reached without a character. */
  readonly also: number[];
  readonly characters: CharacterTransition[];
  readonly rules: RuleTransition[];
}

const maxPositions = 30_000;

/** The positions of an expression in Thompson's construction. Counted repetitions are expanded. */
export class Positions {
  readonly first: number;
  readonly #all: Position[] = [];
  readonly #end: number;
  /** The position after which any text is accepted. */
  #rest: number | undefined;

  constructor(expression: Regular) {
    this.first = this.#add();
    this.#end = this.#build(expression, this.first);
  }

  accepts(position: number): boolean {
    return position === this.#end || position === this.#rest;
  }

  characters(position: number): readonly CharacterTransition[] {
    return this.#all[position]?.characters ?? [];
  }

  rules(position: number): readonly RuleTransition[] {
    return this.#all[position]?.rules ?? [];
  }

  /** All positions that are reached from these without a character, sorted. Where any text may follow, only that counts. */
  closure(positions: readonly number[]): readonly number[] {
    const found = new Set<number>();
    const open = [...positions];
    for (let position = open.pop(); position !== undefined; position = open.pop()) {
      if (found.has(position)) continue;
      found.add(position);
      open.push(...(this.#all[position]?.also ?? []));
    }
    if (this.#rest !== undefined && found.has(this.#rest)) return [this.#rest];
    return [...found].sort((a, b) => a - b);
  }

  /** Adds an expression from a position on, and returns the position after it. */
  #build(node: Regular, from: number): number {
    switch (node.kind) {
      case 'set': {
        const to = this.#add();
        this.#all[from]?.characters.push({ ranges: node.ranges, to });
        return to;
      }
      case 'rule': {
        const to = this.#add();
        this.#all[from]?.rules.push({ name: node.name, to });
        return to;
      }
      case 'rest':
        return this.#remainingFrom(from);
      case 'sequence':
        return node.nodes.reduce((at, one) => this.#build(one, at), from);
      case 'choice': {
        const to = this.#add();
        for (const one of node.nodes) this.#join(this.#build(one, this.#from(from)), to);
        return to;
      }
      case 'repeat':
        return this.#repeat(node, from);
    }
  }

  #repeat({ node, low, high }: Extract<Regular, { kind: 'repeat' }>, from: number): number {
    let at = from;
    for (let count = 0; count < low; count += 1) at = this.#build(node, at);
    const end = this.#add();
    if (high === Infinity) {
      // An iteration starts and ends at the same position, which nothing else shares.
      at = this.#from(at);
      this.#join(this.#build(node, this.#from(at)), at);
    } else {
      for (let count = low; count < high; count += 1) {
        this.#join(at, end);
        at = this.#build(node, this.#from(at));
      }
    }
    this.#join(at, end);
    return end;
  }

  #remainingFrom(from: number): number {
    if (this.#rest === undefined) {
      this.#rest = this.#add();
      this.#all[this.#rest]?.characters.push({ ranges: [[0, 0x10ffff]], to: this.#rest });
    }
    this.#join(from, this.#rest);
    return this.#rest;
  }

  #add(): number {
    if (this.#all.length >= maxPositions) throw new AutomatonError('it is too long with its repetitions expanded');
    return this.#all.push({ also: [], characters: [], rules: [] }) - 1;
  }

  /** Creates a new position that is reachable from the given one. */
  #from(position: number): number {
    const next = this.#add();
    this.#join(position, next);
    return next;
  }

  #join(from: number, to: number): void {
    this.#all[from]?.also.push(to);
  }
}
