import { EngineError } from '../../errors/engine-error.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { RunContext } from '../../ports/run-context.js';
import type { McpServers } from '../../ports/mcp-servers.js';
import { contextLengthOf } from '../context/context-length-of.js';
import type { TurnRequest } from '../turn-request.js';
import { waitBriefly } from '../wait-briefly.js';
import type { McpToolSession } from './run-server-tool-loop.js';
import { openMcpServers } from './mcp-tool-set.js';
import type { ServerToolHistory } from './server-tool-history.js';

/**
 * Opens the servers whose tools `turn` names. Undefined where none is to be called: none is named, none is
 * configured, or the upstream speaks the turn's own dialect and calls them itself. The caller closes the set. Throws
 * the errors of opening and listing, and `invalid-request` for an approval of a call to a server that the turn does
 * not name.
 */
export async function openMcpTools(
  { generation: { tools }, serverTools: use, dialect }: TurnRequest,
  history: ServerToolHistory | undefined,
  languageModel: Pick<LanguageModel, 'native' | 'modelInfo'>,
  servers: McpServers | undefined,
  context: RunContext,
): Promise<McpToolSession | undefined> {
  if (languageModel.native?.dialect === dialect || servers === undefined) return undefined;
  const approved = history?.approved ?? [];
  const mcpTools =
    use === undefined ? undefined : await openMcpServers({ tools, history, form: use.form }, servers, context);
  const missing = approved.find(({ server }) => mcpTools?.has(server) !== true);
  if (missing !== undefined) {
    mcpTools?.close();
    throw new EngineError(
      'invalid-request',
      `tools: this request approves a call of the MCP server '${missing.server}', but contains no tool of that server.`,
      { param: 'tools' },
    );
  }
  if (mcpTools === undefined || use === undefined) return undefined;
  const { form, maxCalls } = use;
  const { ids, signal, shouldRetry = waitBriefly(signal) } = context;
  return {
    mcpTools,
    form,
    approved,
    ids,
    contextLength: () => contextLengthOf(languageModel),
    shouldRetry,
    ...(maxCalls !== undefined && { maxCalls }),
  };
}
