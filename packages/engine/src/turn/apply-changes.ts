import type { DialectId } from '../model/extensions.js';
import type { GenerationRequest, ReasoningRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { ReasoningChange } from '../model/settings-change.js';
import { changedTools, toolChangesOf } from '../model/tool-changes.js';
import type { LanguageModel } from '../ports/language-model.js';
import { withoutParts } from './context/without-parts.js';

/**
 * Gives a model, which is told tools and settings once and for all, those that the conversation of `request` leaves it with:
 * tools that joined, without those that left, and of each setting the last change. Of two tools with the same name the later one
 * holds. What only changes something and says nothing leaves the conversation. A request whose conversation changes nothing is
 * returned as it is, and so is one in the upstream's own `dialect`, which finds the changes itself.
 */
export function applyChanges(
  request: GenerationRequest,
  dialect: DialectId,
  { native }: Pick<LanguageModel, 'native'>,
): GenerationRequest {
  if (native?.dialect === dialect || !request.messages.some(changesAnything)) return request;
  const { messages, tools } = request;
  const changes = messages.flatMap(({ parts }) => parts.flatMap((part) => toolChangesOf(part) ?? []));
  return {
    ...messages.reduce(withSettings, request),
    tools: changedTools(tools, changes),
    messages: messages.flatMap(withoutSilentParts),
  };
}

function changesAnything({ parts, settings }: Message): boolean {
  return settings !== undefined || parts.some((part) => toolChangesOf(part) !== undefined);
}

function withSettings(request: GenerationRequest, { settings }: Message): GenerationRequest {
  if (settings === undefined) return request;
  const { reasoning: before, ...others } = request;
  const { reasoning: change, outputFormat = request.outputFormat } = settings;
  const reasoning = change === undefined ? before : changedReasoning(before, change);
  return { ...others, outputFormat, ...(reasoning !== undefined && { reasoning }) };
}

/** A change of null goes back to the model's own habit. */
function changedReasoning(
  wanted: ReasoningRequest | undefined,
  change: ReasoningChange | null,
): ReasoningRequest | undefined {
  if (change === null) return undefined;
  const { implied, ...before }: ReasoningRequest = wanted ?? { enabled: true };
  const { enabled, effort } = change;
  if (enabled === false) return { enabled };
  return { ...before, enabled: enabled ?? implied ?? before.enabled, ...(effort !== undefined && { effort }) };
}

function withoutSilentParts(message: Message): readonly Message[] {
  return withoutParts(
    message,
    (part) => part.type === 'opaque' && part.text === undefined && (part.toolChanges ?? message.settings) !== undefined,
  );
}
