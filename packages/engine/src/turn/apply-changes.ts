import type { DialectId } from '../model/extensions.js';
import type { GenerationRequest, ReasoningRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';
import type { ReasoningChange } from '../model/settings-change.js';
import type { ToolChange, ToolDefinition } from '../model/tool.js';
import type { Generator } from '../ports/generator.js';
import { withoutParts } from './context/without-parts.js';

/**
 * Gives a model, which is told tools and settings once and for all, those that the conversation of `request` leaves it with:
 * tools that joined, without those that left, and of each setting the last change. Of two tools with the same name the later one
 * holds. What only changes something and says nothing leaves the conversation. A request whose conversation changes nothing is
 * returned as it is, and so is one in the upstream's own `dialect`, which finds the changes itself.
 */
export function applyChanges(request: GenerationRequest, dialect: DialectId, { native }: Pick<Generator, 'native'>): GenerationRequest {
  if (native?.dialect === dialect || !request.messages.some(changesAnything)) return request;
  const { messages, tools } = request;
  const changes = messages.flatMap(({ parts }) => parts.flatMap((part) => changesOf(part) ?? []));
  return { ...messages.reduce(withSettings, request), tools: changed(tools, changes), messages: messages.flatMap(withoutSilentParts) };
}

function changesAnything({ parts, settings }: Message): boolean {
  return settings !== undefined || parts.some((part) => changesOf(part) !== undefined);
}

function withSettings(request: GenerationRequest, { settings }: Message): GenerationRequest {
  if (settings === undefined) return request;
  const { reasoning: before, ...others } = request;
  const { reasoning: change, outputFormat = request.outputFormat } = settings;
  const reasoning = change === undefined ? before : changedReasoning(before, change);
  return { ...others, outputFormat, ...(reasoning !== undefined && { reasoning }) };
}

/** A change of null goes back to the model's own habit. */
function changedReasoning(wanted: ReasoningRequest | undefined, change: ReasoningChange | null): ReasoningRequest | undefined {
  if (change === null) return undefined;
  const { implied, ...before }: ReasoningRequest = wanted ?? { enabled: true };
  const { enabled, effort } = change;
  if (enabled === false) return { enabled };
  return { ...before, enabled: enabled ?? implied ?? before.enabled, ...(effort !== undefined && { effort }) };
}

function changesOf(part: Part): readonly ToolChange[] | undefined {
  return part.type === 'opaque' || part.type === 'tool-result' ? part.toolChanges : undefined;
}

function withoutSilentParts(message: Message): readonly Message[] {
  return withoutParts(message, (part) => part.type === 'opaque' && part.text === undefined && (part.toolChanges ?? message.settings) !== undefined);
}

function changed(tools: readonly ToolDefinition[], changes: readonly ToolChange[]): readonly ToolDefinition[] {
  let hosted = 0;
  // Tools of the server have no name to be told apart by; each stands for itself.
  const keyOf = (tool: ToolDefinition): string | number => (tool.kind === 'hosted' ? hosted++ : nameOf(tool));
  const known = new Map(tools.map((tool) => [keyOf(tool), tool]));
  const offered = new Map(known);
  for (const change of changes) {
    const key = change.type === 'add' ? keyOf(change.tool) : nameOf(change);
    switch (change.type) {
      case 'add':
        known.set(key, change.tool);
        // To the end, so that the prompt before it stays as it was.
        offered.delete(key);
        offered.set(key, change.tool);
        break;
      case 'remove':
        offered.delete(key);
        break;
      case 'restore': {
        const tool = known.get(key);
        if (tool !== undefined) offered.set(key, tool);
        break;
      }
    }
  }
  return [...offered.values()];
}

function nameOf({ name, namespace = '' }: { readonly name: string; readonly namespace?: string }): string {
  return `${namespace}\0${name}`;
}
