import type { TurnRequest } from '../turn-request.js';
import type { CheckItems } from './conversation-locks.js';

/** A turn on its way into a conversation, where what that holds already is not said again. */
export interface InputDeduplication {
  /** To be called with the items of the conversation, if there is one. */
  readonly check: CheckItems | undefined;
  /** The turn as the model is to be shown it. */
  readonly renderedTurn: () => TurnRequest;
}

/** Removes input that the conversation already has once the conversation lock is held, where the turn asks for it. */
export function deduplicateInput(turn: TurnRequest): InputDeduplication {
  const { inputBeyond } = turn;
  if (inputBeyond === undefined) return { check: undefined, renderedTurn: () => turn };
  let input = turn.input;
  return {
    check(items) {
      input = inputBeyond(items) ?? turn.input;
    },
    renderedTurn: () => (input === turn.input ? turn : { ...turn, input }),
  };
}
