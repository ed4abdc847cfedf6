import type { Warning } from '../model/warning.js';
import type { LanguageModel, InputCount } from '../ports/language-model.js';
import type { RunContext } from '../ports/run-context.js';
import { numberPassages } from './server-tools/number-passages.js';
import { openServerTools, type ServerToolRunners } from './server-tools/open-server-tools.js';
import type { TurnContext } from './context/assemble-context.js';
import { editContext } from './context-edits/edit-context.js';
import { countInput } from './context-edits/input-size.js';
import { prepareStep } from './prepare-step.js';
import { withMessages } from './step.js';
import type { TurnRequest } from './turn-request.js';

/** The input of a turn, counted: what the model would read. */
export interface TokenCount extends InputCount {
  /** What it would read without the edits that the turn asks for. */
  readonly originalInputTokens: number;
  /** Features of the turn that are unsupported, in addition to its own warnings. */
  readonly warnings: readonly Warning[];
}

/**
 * Counts the tokens that `turn` would show the model of `context`, including tools of MCP servers. Context edits
 * apply, except for summaries, which would have to be generated first. Estimates, with a warning, where the model
 * cannot count.
 */
export async function countTurn(
  turn: TurnRequest,
  turnContext: TurnContext,
  languageModel: LanguageModel,
  context: RunContext,
  runners: ServerToolRunners = {},
): Promise<TokenCount> {
  const numbered = await numberPassages(turn, turnContext, languageModel, runners.readPages, context);
  const tools = await openServerTools(turn, numbered, languageModel, runners, context);
  tools?.toolSet.close(); // What they offer is known.
  const { request, warnings } = prepareStep(turn, numbered.messages, languageModel, tools?.toolSet);
  const unread = numbered.warnings.slice(turnContext.warnings.length);
  const step = { request, languageModel, context };
  const original = await countInput(step);
  const edits = turn.edits?.filter(({ kind }) => kind !== 'summarize') ?? [];
  const edited = await editContext(edits, step);
  const count = edited.applied.length === 0 ? original : await countInput(withMessages(step, edited.messages));
  return { ...count, originalInputTokens: original.inputTokens, warnings: [...unread, ...warnings, ...count.warnings] };
}
