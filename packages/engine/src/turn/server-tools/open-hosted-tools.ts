import type { ToolDefinition } from '../../model/tool.js';
import type { HostedToolContext, HostedTools, OpenHostedTool } from '../../ports/hosted-tools.js';
import type { RunContext } from '../../ports/run-context.js';
import type { HostedToolRequest, HostedToolKind } from '../../model/hosted-tool.js';
import type { CitableSources } from './citable-sources.js';
import type { OpenEntry } from './server-tool-set.js';

/** Opens the hosted tools of a request, and adds the files of their containers to `sources`. Throws what {@link HostedTools.open} throws, and closes the others then. */
export async function openHostedTools(
  tools: readonly ToolDefinition[],
  hostedTools: HostedTools,
  context: RunContext,
  conversation: Pick<HostedToolContext, 'messages' | 'numberOf' | 'numberPassages'>,
  sources: CitableSources,
): Promise<readonly OpenEntry[]> {
  const requests = tools.flatMap((tool) => (tool.kind === 'hosted' && tool.run !== undefined ? [tool.run] : []));
  const { signal, requestId, owner, maxStoredBytes, ids, clock, trace } = context;
  const opened: OpenEntry[] = [];
  try {
    for (const request of requests) {
      const tool = await hostedTools.open(request, {
        signal,
        requestId,
        owner,
        maxStoredBytes,
        ids,
        clock,
        ...conversation,
        ...(trace !== undefined && { trace }),
      });
      const { containerId, files } = tool;
      if (containerId !== undefined && files !== undefined) sources.addFiles({ containerId, files });
      opened.push(toEntry(request, tool));
    }
  } catch (thrown) {
    for (const entry of opened) void entry.close();
    throw thrown;
  }
  return opened;
}

function toEntry(request: HostedToolRequest, tool: OpenHostedTool): OpenEntry {
  const { kind } = request;
  return {
    isFor: (entry) => entry.run === request,
    tools: tool.functions.map(({ name, description, inputSchema }) => ({
      source: sourceOf(kind, tool),
      name,
      definition: { kind: 'function', name, description, inputSchema },
      needsApproval: false,
      call: (argumentsText) => tool.call(name, argumentsText),
    })),
    close: () => tool.close(),
  };
}

function sourceOf(kind: HostedToolKind, { containerId }: OpenHostedTool) {
  return { type: 'hosted' as const, kind, ...(containerId !== undefined && { containerId }) };
}
