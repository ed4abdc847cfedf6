import type { Fault } from './fault.js';

/** The stages of hosted tools, in order; the last two of a tool type exclude each other. */
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

/** Progress of a hosted tool: stages only advance. */
export class Progress {
  #rank = 0;

  /** `type` is the event type; its last segment is the stage. */
  reach(type: string, fault: Fault): void {
    const stage = type.slice(type.lastIndexOf('.') + 1);
    const rank = stageRank.get(stage) ?? 0;
    if (rank < this.#rank || (rank === this.#rank && stage !== 'partial_image')) {
      throw fault('progress-forward', `${stage} arrives too late or twice`);
    }
    this.#rank = rank;
  }
}
