import { numberPassages } from '../server-tools/number-passages.js';
import { openServerTools } from '../server-tools/open-server-tools.js';
import type { TurnResources } from './turn-resources.js';
import type { AssembledTurn, TurnWithTools } from './turn-state.js';

/**
 * Stage 4: numbers what the model may cite of documents, and connects to the MCP servers whose tools the turn names. A
 * turn that requests only a summary does neither.
 */
export async function openTools(assembled: AssembledTurn, resources: TurnResources): Promise<TurnWithTools> {
  const { turn, languageModel, ports, run } = assembled;
  if (turn.onlySummary !== undefined) return { ...assembled, toolSession: undefined };
  const context = await numberPassages(turn, assembled.context, languageModel, ports.readPages, run);
  resources.toolSession = await openServerTools(turn, context, languageModel, ports, run);
  return { ...assembled, context, toolSession: resources.toolSession };
}
