import type { DialectId } from '../model/extensions.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';
import type { ToolDefinition } from '../model/tool.js';
import type { Generator } from '../ports/generator.js';

/**
 * Offers the tools that the conversation of `request` brought along to a model that is offered all of its tools at once. Of
 * two with the same name the later one holds. What only brings tools and says nothing leaves the conversation. A request
 * whose conversation brought none is returned as it is, and so is one in the upstream's own `dialect`, which finds them itself.
 */
export function offerAddedTools(request: GenerationRequest, dialect: DialectId, { native }: Pick<Generator, 'native'>): GenerationRequest {
  const { messages, tools } = request;
  if (native?.dialect === dialect || !messages.some(({ parts }) => parts.some((part) => addedBy(part) !== undefined))) return request;
  const added = messages.flatMap(({ parts }) => parts.flatMap((part) => addedBy(part) ?? []));
  return { ...request, tools: latest([...tools, ...added]), messages: messages.flatMap(withoutSilentParts) };
}

function addedBy(part: Part): readonly ToolDefinition[] | undefined {
  return part.type === 'opaque' || part.type === 'tool-result' ? part.addedTools : undefined;
}

function withoutSilentParts(message: Message): readonly Message[] {
  const parts = message.parts.filter((part) => part.type !== 'opaque' || part.addedTools === undefined || part.text !== undefined);
  if (parts.length === message.parts.length) return [message];
  return parts.length === 0 ? [] : [{ ...message, parts }];
}

function latest(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const byName = new Map<string, ToolDefinition>();
  for (const tool of tools) if (tool.kind !== 'hosted') byName.set(nameOf(tool), tool);
  return tools.filter((tool) => tool.kind === 'hosted' || byName.get(nameOf(tool)) === tool);
}

function nameOf({ name, namespace = '' }: { readonly name: string; readonly namespace?: string }): string {
  return `${namespace}\0${name}`;
}
