// Adapts a request of this dialect to an upstream that does not know all of the API's tools: most servers support
// functions only.
import {
  changedTools,
  customToolInput,
  customToolSchema,
  describeCustomTool,
  EngineError,
  type GenerationRequest,
  grammarWarnings,
  type HostedTool,
  type KnownTools,
  type Message,
  type Part,
  type ToolCallPart,
  toolChangesOf,
  type ToolDefinition,
  ToolNames,
  type ToolResultPart,
  type Warning,
} from '@org/engine';
import { renameTools } from '../../shared/upstream/rename-tools.js';
import { passthroughFieldsOf } from '../extensions.js';
import { inPlainText } from './with-plain-texts.js';

/** Function names for a request's tools, including those that its conversation has added. */
export function plainNames(request: GenerationRequest): ToolNames {
  return new ToolNames(offeredTools(request));
}

/** The names of declared custom tools that no function has: a call of one is a custom call, whatever its type. */
export function customNames(request: GenerationRequest): ReadonlySet<string> {
  const tools = offeredTools(request);
  const functions = new Set(tools.flatMap((tool) => (tool.kind === 'function' ? [tool.name] : [])));
  return new Set(
    tools.flatMap((tool) =>
      tool.kind === 'custom' && tool.namespace === undefined && !functions.has(tool.name) ? [tool.name] : [],
    ),
  );
}

/**
 * The request with functions instead of custom tools, groups and typed client tools, in the conversation too.
 * `plain`: tools that run at the upstream stay unchanged. `functions`: they are left out, and so are items without
 * text. Throws `unsupported` for a required tool that is left out.
 */
export function withPlainTools(
  request: GenerationRequest,
  known: Exclude<KnownTools, 'all'>,
): { readonly request: GenerationRequest; readonly warnings: readonly Warning[] } {
  const tools = offeredTools(request);
  const hosted = tools.filter((tool) => tool.kind === 'hosted');
  if (known === 'functions') rejectRequired(hosted);
  const warnings: Warning[] = [...grammarWarnings(tools), ...(known === 'functions' ? hosted.map(notOffered) : [])];
  const renamed = renameTools({ ...request, tools }, new ToolNames(tools));
  const { tool_choice: choice, ...passthroughFields } = request.extensions?.responses ?? {};
  // A preserved choice refers to tools that run at the upstream.
  const sendsChoice = choice !== undefined && known === 'plain';
  if (choice !== undefined && !sendsChoice)
    warnings.push({
      kind: 'ignored',
      param: 'tool_choice',
      message: 'The service does not offer the tool of tool_choice to the model, which chooses among the other tools.',
    });
  const plain: GenerationRequest = {
    ...renamed,
    tools: [...renamed.tools.map(asFunction), ...(known === 'plain' ? hosted : [])],
    messages: renamed.messages.flatMap((message) => withPlainParts(message, known, warnings)),
    extensions: {
      ...request.extensions,
      responses: sendsChoice ? { ...passthroughFields, tool_choice: choice } : passthroughFields,
    },
  };
  return { request: plain, warnings };
}

function offeredTools({ tools, messages }: GenerationRequest): readonly ToolDefinition[] {
  const changes = messages.flatMap(({ parts }) => parts.flatMap((part) => toolChangesOf(part) ?? []));
  return changes.length === 0 ? tools : changedTools(tools, changes);
}

function rejectRequired(hosted: readonly HostedTool[]): void {
  const needed = hosted.find(({ neededAt }) => neededAt !== undefined);
  if (needed !== undefined)
    throw new EngineError('unsupported', `The upstream does not support the tool '${needed.apiType}'.`, {
      param: needed.neededAt,
      retryable: false,
    });
}

function notOffered({ apiType }: HostedTool): Warning {
  return {
    kind: 'dropped',
    param: 'tools',
    message: `The upstream does not support the tool '${apiType}'; the service does not offer it to the model.`,
  };
}

function asFunction(tool: ToolDefinition): ToolDefinition {
  if (tool.kind !== 'custom') return tool;
  const description = describeCustomTool(tool);
  return {
    kind: 'function',
    name: tool.name,
    ...(description !== '' && { description }),
    inputSchema: customToolSchema,
  };
}

function withPlainParts(message: Message, known: Exclude<KnownTools, 'all'>, warnings: Warning[]): readonly Message[] {
  const parts = message.parts
    .flatMap((part) => plainPart(part, known, warnings))
    .map((part) => (known === 'functions' ? withMessageType(part) : part));
  return parts.length === 0 && message.parts.length > 0 ? [] : [{ ...message, parts }];
}

/** The simplest servers only recognize an assistant message with an explicit message type. */
function withMessageType(part: Part): Part {
  if (passthroughFieldsOf(part.extensions).typeless !== true) return part;
  const { typeless: _, ...responses } = part.extensions?.responses ?? {};
  return { ...part, extensions: { ...part.extensions, responses } };
}

function plainPart(part: Part, known: Exclude<KnownTools, 'all'>, warnings: Warning[]): readonly Part[] {
  switch (part.type) {
    case 'tool-call':
      return [plainCall(part)];
    case 'tool-result':
      return [plainOutput(part)];
    case 'opaque':
      if (toolChangesOf(part) !== undefined && part.text === undefined) return [];
      if (known === 'plain' || knownItems.has(part.apiType)) return [part];
      if (part.text !== undefined) return [inPlainText({ type: 'text', text: part.text })];
      warnings.push({
        kind: 'dropped',
        param: 'input',
        message: `The upstream does not support '${part.apiType}'; the service does not send it to the model.`,
        part,
      });
      return [];
    case 'text':
    case 'reasoning':
    case 'media':
      return [part];
  }
}

/** Items unrelated to tools. */
const knownItems: ReadonlySet<string> = new Set(['message', 'compaction']);

function plainCall(call: ToolCallPart): ToolCallPart {
  if (call.kind === 'function' && passthroughFieldsOf(call.extensions).original === undefined) return call;
  const { extensions: _, ...bare } = call;
  return call.kind === 'function'
    ? bare
    : { ...bare, kind: 'function', argumentsText: JSON.stringify({ [customToolInput]: call.argumentsText }) };
}

function plainOutput(result: ToolResultPart): Part {
  const { toolChanges: _, extensions, ...bare } = result;
  const isFunctions = result.kind === 'function' && passthroughFieldsOf(extensions).original === undefined;
  return isFunctions
    ? { ...bare, ...(extensions !== undefined && { extensions }) }
    : inPlainText({ ...bare, kind: 'function' });
}
