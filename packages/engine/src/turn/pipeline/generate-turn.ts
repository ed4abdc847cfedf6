import type { GenerationEvent, GenerationStart } from '../../model/generation-event.js';
import { excludeSummaryUsage } from '../../model/summary-usage.js';
import { generateStep } from '../generate-step.js';
import { estimateInput } from '../context-edits/input-size.js';
import { warningsWithRequestPaths } from '../with-request-paths.js';
import type { TurnResponse } from '../turn-response.js';
import type { PreparedTurn } from './turn-state.js';

/** Stage 6: edits the context and runs the steps: the model, the tools of MCP servers, the model again. Throws what the model throws. */
export function generateTurn(prepared: PreparedTurn): AsyncIterable<GenerationEvent> {
  const { turn, request, context, languageModel, run, toolSession } = prepared;
  return generateStep(turn, { request, allMessages: context.messages, languageModel, context: run, toolSession });
}

/**
 * The first event with the warnings of the entire turn, and with an input estimate where the client receives the
 * input size at the start.
 */
export function startOfTurn(start: GenerationStart, prepared: PreparedTurn, response: TurnResponse): GenerationStart {
  const { turn, context, unsupported } = prepared;
  const warnings = [...context.warnings, ...unsupported, ...start.warnings];
  return {
    ...start,
    ...sizeAtStart(start, prepared),
    warnings: warningsWithRequestPaths(warnings, turn.warnings, response.requestPaths),
  };
}

function sizeAtStart(
  { usage, edits }: GenerationStart,
  { turn, request }: PreparedTurn,
): Pick<GenerationStart, 'estimatedInputTokens'> {
  return turn.sizeAtStart === true && excludeSummaryUsage(usage, edits).inputTokens === 0
    ? { estimatedInputTokens: estimateInput(request, edits) }
    : {};
}
