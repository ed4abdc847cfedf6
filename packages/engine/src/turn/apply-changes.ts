import type { DialectId } from '../model/extensions.js';
import type { GenerationRequest, ReasoningRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { ReasoningChange } from '../model/settings-change.js';
import { changedTools, toolChangesOf } from '../model/tool-changes.js';
import type { LanguageModel } from '../ports/language-model.js';
import { withoutParts } from './context/without-parts.js';

/**
 * Applies the changes in the conversation of `request` for a model that takes tools and settings once per request:
 * adds tools that joined, removes those that left, and uses the last change of each setting. Of two tools with the
 * same name the later one applies. Messages that only contain changes are removed. A request whose conversation
 * changes nothing is returned unchanged, and so is one in the upstream's own `dialect`, which applies the changes
 * itself.
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
    messages: messages.flatMap(withoutMarkerParts),
  };
}

function changesAnything({ parts, settings }: Message): boolean {
  return settings !== undefined || parts.some((part) => toolChangesOf(part) !== undefined);
}

function withSettings(request: GenerationRequest, { settings = {} }: Message): GenerationRequest {
  const { reasoning: before, ...others } = request;
  const { reasoning: change, outputFormat = request.outputFormat } = settings;
  const reasoning = change === undefined ? before : changedReasoning(before, change);
  return { ...others, outputFormat, ...(reasoning !== undefined && { reasoning }) };
}

/** A change to null restores the model's default. */
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

function withoutMarkerParts(message: Message): readonly Message[] {
  return withoutParts(
    message,
    (part) => part.type === 'opaque' && part.text === undefined && (part.toolChanges ?? message.settings) !== undefined,
  );
}
