import { EngineError } from '../../errors/engine-error.js';
import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';
import type { ServerCall } from '../../model/server-tool.js';
import type { ToolDefinition } from '../../model/tool.js';
import type { HostedTools } from '../../ports/hosted-tools.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { McpServers } from '../../ports/mcp-servers.js';
import type { RunContext } from '../../ports/run-context.js';
import { contextLengthOf } from '../context/context-length-of.js';
import type { TurnPorts } from '../pipeline/turn-state.js';
import type { TurnRequest } from '../turn-request.js';
import { waitBriefly } from '../wait-briefly.js';
import { CitableSources } from './citable-sources.js';
import { expandServerCalls } from './expand-server-calls.js';
import { openHostedTools } from './open-hosted-tools.js';
import { openMcpServers } from './open-mcp-servers.js';
import type { ServerToolSession } from './run-server-tool-loop.js';
import { serverToolHistory, type ServerToolHistory } from './server-tool-history.js';
import { ServerToolSet, type OpenEntry } from './server-tool-set.js';

/** What runs the server tools of this installation. */
export interface ServerToolRunners {
  /** Absent: no tool of an MCP server is called. */
  readonly mcpServers?: McpServers | undefined;
  /** Absent: the service runs no hosted tool. */
  readonly hostedTools?: HostedTools | undefined;
  /** Absent: PDF files are not cited. */
  readonly readPages?: TurnPorts['readPages'] | undefined;
}

/** The conversation that a turn continues. */
export interface ServerToolContext {
  readonly messages: readonly Message[];
  readonly serverTools?: ServerToolHistory;
  /** Contains the passages of the documents among the messages. Absent: there are none. */
  readonly sources?: CitableSources;
}

/**
 * Opens the server tools that `turn` names. Undefined where none is to be called and nothing to be cited: none is
 * named, none is configured, or the upstream speaks the turn's own dialect and calls them itself. The caller closes the set. Throws the errors of
 * opening and listing, and `invalid-request` for an approval of a call to a server that the turn does not name.
 */
export async function openServerTools(
  { generation: { tools }, serverTools: use, dialect, edits }: TurnRequest,
  { messages, serverTools: history, sources: documents }: ServerToolContext,
  languageModel: Pick<LanguageModel, 'native' | 'modelInfo'>,
  { mcpServers, hostedTools }: ServerToolRunners,
  context: RunContext,
): Promise<ServerToolSession | undefined> {
  if (languageModel.native?.dialect === dialect) return undefined;
  if ((mcpServers ?? hostedTools) === undefined && documents === undefined) return undefined;
  const approved = mcpServers === undefined ? [] : (history?.approved ?? []);
  if (use === undefined) {
    requireServers(approved, undefined);
    return undefined;
  }
  const isWithoutTools = history === undefined && !tools.some(({ kind }) => kind === 'hosted');
  if (isWithoutTools && documents === undefined) return undefined;
  const { forms, maxCalls } = use;
  const sources = documents ?? new CitableSources(messages);
  const resumed = resumedMessages(context.stepLog?.resumed?.parts);
  const conversation = { messages: (): readonly Message[] => [...messages, ...resumed] };
  const servers =
    mcpServers === undefined
      ? undefined
      : await openMcpServers({ tools, history, form: forms.mcp }, mcpServers, context);
  const opened: OpenEntry[] = [...(servers?.entries ?? [])];
  try {
    if (hostedTools !== undefined)
      opened.push(
        ...(await openHostedTools(
          tools,
          hostedTools,
          context,
          {
            messages: () => conversation.messages(),
            numberOf: (source) => sources.numberOf(source),
            numberPassages: ({ text, ...document }) => sources.addDocument({ type: 'document', ...document }, text),
          },
          sources,
        )),
      );
    const toolSet = new ServerToolSet(opened, servers?.listings ?? [], namesOf(tools));
    requireServers(approved, toolSet);
    if (opened.length === 0 && sources.isEmpty) return undefined;
    const { ids, signal, shouldRetry = waitBriefly(signal), stepLog } = context;
    return {
      toolSet,
      forms,
      approved,
      pending: (history?.pending ?? []).filter((call) => toolSet.toolOf(call) !== undefined),
      ids,
      conversation,
      sources,
      contextLength: () => contextLengthOf(languageModel),
      shouldRetry,
      ...(maxCalls !== undefined && { maxCalls }),
      // An edit of the context adds parts of its own, which a resumed response would make again.
      ...(stepLog !== undefined && edits === undefined && { stepLog }),
    };
  } catch (thrown) {
    for (const entry of opened) void entry.close();
    throw thrown;
  }
}

/** The messages of the steps that an earlier attempt has stored. */
function resumedMessages(parts: readonly Part[] = []): readonly Message[] {
  const output = [{ role: 'assistant', parts }] as const;
  return parts.length === 0 ? [] : expandServerCalls(output, serverToolHistory(output, []));
}

function requireServers(approved: readonly ServerCall[], toolSet: ServerToolSet | undefined): void {
  for (const { source } of approved) {
    if (source.type !== 'mcp' || toolSet?.has(source.server) === true) continue;
    throw new EngineError(
      'invalid-request',
      `tools: this request approves a call of the MCP server '${source.server}', but contains no tool of that server.`,
      { param: 'tools' },
    );
  }
}

function namesOf(tools: readonly ToolDefinition[]): ReadonlySet<string> {
  return new Set(tools.flatMap((tool) => (tool.kind !== 'hosted' && tool.namespace === undefined ? [tool.name] : [])));
}
