// Tools under the names of an API other than the client's.
import {
  commonSchema,
  type GenerationRequest,
  isAmong,
  type Message,
  inlineSchemaReferences,
  type ToolChoice,
  type ToolDefinition,
  type ToolNames,
} from '@org/engine';

/**
 * The request with tools, calls and choice under the names of `names`, without groups. Drops hosted tools, and the
 * choice where no tools remain.
 */
export function renameTools(request: GenerationRequest, names: ToolNames): GenerationRequest {
  const tools = request.tools.flatMap((tool) => renamed(tool, names));
  return {
    ...request,
    tools,
    toolChoice: tools.length === 0 ? { type: 'auto' } : renamedChoice(request, names),
    parallelToolCalls: tools.length === 0 || request.parallelToolCalls,
    messages: request.messages.map((message) => renamedCalls(message, names)),
  };
}

function renamed(tool: ToolDefinition, names: ToolNames): readonly ToolDefinition[] {
  if (tool.kind === 'hosted') return [];
  const { namespace, extensions: _, ...plain } = tool;
  const name = names.toApiName(tool.name, namespace);
  return [
    plain.kind === 'function'
      ? { ...plain, name, inputSchema: inlineSchemaReferences(commonSchema(plain.inputSchema)) }
      : { ...plain, name },
  ];
}

function renamedChoice({ toolChoice, tools }: GenerationRequest, names: ToolNames): ToolChoice {
  switch (toolChoice.type) {
    case 'auto':
    case 'none':
    case 'required':
      return toolChoice;
    case 'tool': {
      const { name, namespace } = toolChoice;
      return { type: 'tool', name: names.toApiName(name, namespace) };
    }
    case 'allowed': {
      const allowed = tools.flatMap((tool) =>
        tool.kind !== 'hosted' && isAmong(toolChoice.tools, tool)
          ? [{ name: names.toApiName(tool.name, tool.namespace) }]
          : [],
      );
      return { ...toolChoice, tools: allowed };
    }
  }
}

function renamedCalls(message: Message, names: ToolNames): Message {
  if (!message.parts.some(({ type }) => type === 'tool-call')) return message;
  const parts = message.parts.map((part) => {
    if (part.type !== 'tool-call') return part;
    const { namespace, ...call } = part;
    return { ...call, name: names.toApiName(part.name, namespace) };
  });
  return { ...message, parts };
}
