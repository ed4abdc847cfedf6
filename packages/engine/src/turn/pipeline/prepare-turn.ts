import { prepareStep } from '../prepare-step.js';
import type { TurnWithTools, PreparedTurn } from './turn-state.js';

/** Stage 5: makes the request for the language model. Throws `invalid-request` for a choice of tools that no model can honour. */
export function prepareTurn(turnWithTools: TurnWithTools): PreparedTurn {
  const { turn, context, languageModel, toolSession } = turnWithTools;
  const { request, warnings } = prepareStep(turn, context.messages, languageModel, toolSession?.toolSet);
  return { ...turnWithTools, request, unsupported: warnings };
}
