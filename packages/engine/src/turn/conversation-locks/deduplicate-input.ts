import type { TurnRequest } from '../turn-request.js';
import type { CheckItems } from './conversation-locks.js';

/** A turn that enters a conversation, without the input that the conversation already holds. */
export interface InputDeduplication {
  /** Check to call with the items of the conversation, if there is one; `usedItemIds` has their ids after it. */
  readonly check: CheckItems;
  readonly usedItemIds: ReadonlySet<string>;
  /** The turn as the model receives it. */
  readonly renderedTurn: () => TurnRequest;
}

/** Removes input that the conversation already has once the conversation lock is held, where the turn asks for it. */
export function deduplicateInput(turn: TurnRequest): InputDeduplication {
  const usedItemIds = new Set<string>();
  let input = turn.input;
  return {
    usedItemIds,
    check(items) {
      for (const { id } of items) usedItemIds.add(id);
      input = turn.inputBeyond?.(items) ?? turn.input;
    },
    renderedTurn: () => (input === turn.input ? turn : { ...turn, input }),
  };
}
