import { assembleContext } from '../context/assemble-context.js';
import type { AssembledTurn, LoadedTurn } from './turn-state.js';

/** Stage 2: puts instructions, history and new input together. Throws what {@link assembleContext} throws. */
export function assembleTurn(loaded: LoadedTurn): AssembledTurn {
  const { deduplicatedTurn: turn, earlier, conversation, languageModel } = loaded;
  return { ...loaded, context: assembleContext(turn, earlier, conversation, languageModel) };
}
