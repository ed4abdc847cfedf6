import type { Fault } from './fault.js';

/** The stages of the tools that the service runs, in their order; the last two of a kind exclude each other. */
const stageRank: ReadonlyMap<string, number> = new Map([
  ['in_progress', 1],
  ['searching', 2],
  ['interpreting', 2],
  ['generating', 2],
  ['compacting', 2],
  ['partial_image', 2],
  ['completed', 3],
  ['failed', 3],
]);

/** How far a hosted tool is: stages only go forward. */
export class Progress {
  #rank = 0;

  /** `type` is that of the event: its last word is the stage. */
  reach(type: string, fault: Fault): void {
    const stage = type.slice(type.lastIndexOf('.') + 1);
    const rank = stageRank.get(stage) ?? 0;
    if (rank < this.#rank || (rank === this.#rank && stage !== 'partial_image')) {
      throw fault('progress-forward', `${stage} arrives too late or twice`);
    }
    this.#rank = rank;
  }
}
