import { openServerTools } from '../server-tools/open-server-tools.js';
import type { TurnResources } from './turn-resources.js';
import type { AssembledTurn, TurnWithTools } from './turn-state.js';

/**
 * Stage 4: connects to the MCP servers whose tools the turn names. A turn that requests only a summary connects to
 * none.
 */
export async function openTools(assembled: AssembledTurn, resources: TurnResources): Promise<TurnWithTools> {
  const { turn, context, languageModel, ports, run } = assembled;
  if (turn.onlySummary === undefined)
    resources.toolSession = await openServerTools(turn, context, languageModel, ports, run);
  return { ...assembled, toolSession: resources.toolSession };
}
