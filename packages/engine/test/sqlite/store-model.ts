import type { JsonObject } from '#src/model/json.js';
import type { TurnRecord } from '#src/ports/store.js';
import { isTerminal } from '#src/ports/turn-status.js';

/** What a store should do, in the fewest lines: the truth that real stores are compared with. */
export class StoreModel {
  /** In the order of their first writing. */
  #turns: TurnRecord[] = [];

  putTurn(turn: TurnRecord): boolean {
    const at = this.#turns.findIndex(({ owner, id }) => owner === turn.owner && id === turn.id);
    const standing = this.#turns[at];
    if (standing === undefined) this.#turns.push(turn);
    else if (isTerminal(standing.status)) return false;
    else this.#turns[at] = turn;
    return true;
  }

  getTurn(owner: string, id: string): TurnRecord | undefined {
    return this.#turns.find((turn) => turn.owner === owner && turn.id === id);
  }

  chainIds(owner: string, id: string): readonly string[] | undefined {
    const turn = this.getTurn(owner, id);
    if (turn?.previousId === undefined) return turn && [turn.id];
    const before = this.chainIds(owner, turn.previousId);
    return before && [...before, turn.id];
  }

  deleteTurn(owner: string, id: string): boolean {
    const before = this.#turns.length;
    this.#turns = this.#turns.filter((turn) => turn.owner !== owner || turn.id !== id);
    return this.#turns.length < before;
  }

  getItem(owner: string, itemId: string): JsonObject | undefined {
    const holders = this.#turns.filter((turn) => turn.owner === owner).flatMap(({ items }) => items.filter(({ id }) => id === itemId));
    return (holders.findLast(({ side }) => side === 'output') ?? holders.at(-1))?.value;
  }

  /** Ends of chains first, until nothing that expired can go. */
  deleteExpired(now: number): number {
    const before = this.#turns.length;
    for (let size = -1; size !== this.#turns.length; ) {
      size = this.#turns.length;
      const continued = new Set(this.#turns.map(({ owner, previousId }) => JSON.stringify([owner, previousId])));
      this.#turns = this.#turns.filter(({ owner, id, expiresAt }) => expiresAt === undefined || expiresAt > now || continued.has(JSON.stringify([owner, id])));
    }
    return before - this.#turns.length;
  }
}
