import { CannotCount } from '../errors/cannot-count.js';
import type { Warning } from '../model/warning.js';
import type { LanguageModel, InputCount } from '../ports/language-model.js';
import type { RunContext } from '../ports/run-context.js';
import type { McpServers } from '../ports/mcp-servers.js';
import { openMcpTools } from './server-tools/open-mcp-tools.js';
import type { TurnContext } from './context/assemble-context.js';
import { editContext } from './context-edits/edit-context.js';
import { prepareStep } from './prepare-step.js';
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
 * apply, except for summaries, which would have to be generated first. Throws `unsupported` when the model cannot
 * count.
 */
export async function countTurn(
  turn: TurnRequest,
  { messages, serverTools }: TurnContext,
  languageModel: LanguageModel,
  run: RunContext,
  servers?: McpServers,
): Promise<TokenCount> {
  const { generation, edits = [] } = turn;
  if (languageModel.countTokens === undefined) throw new CannotCount(generation.model);
  const mcpTools = await openMcpTools(turn, serverTools, languageModel, servers, run);
  mcpTools?.mcpTools.close(); // What they offer is known.
  const { request, warnings } = prepareStep(turn, messages, languageModel, mcpTools?.mcpTools);
  const count = await languageModel.countTokens(request, run);
  const edited = await editContext(
    edits.filter(({ kind }) => kind !== 'summarize'),
    { request, languageModel, context: run },
  );
  if (edited.applied.length === 0) return { ...count, originalInputTokens: count.inputTokens, warnings };
  return {
    ...(await languageModel.countTokens({ ...request, messages: edited.messages }, run)),
    originalInputTokens: count.inputTokens,
    warnings,
  };
}
