import type { Message } from '../model/message.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { McpToolSet } from './server-tools/mcp-tool-set.js';
import { applyChanges } from './apply-changes.js';
import { readDocuments } from './read-documents.js';
import { resolveToolChoice, type ResolvedRequest } from './settle-tool-choice.js';
import type { TurnRequest } from './turn-request.js';

/**
 * The step that `turn` asks of `languageModel` once `messages` are its context: tools, settings and documents in the form in which a model
 * is told of them, those of servers among them, and a choice of tools that can be honoured. An upstream that speaks the turn's own dialect gets everything as it
 * came. Throws `invalid-request` for a choice that nobody can honour.
 */
export function prepareStep(
  { dialect, generation }: Pick<TurnRequest, 'dialect' | 'generation'>,
  messages: readonly Message[],
  languageModel: Pick<LanguageModel, 'native'>,
  mcpTools?: McpToolSet,
): ResolvedRequest {
  const readable = languageModel.native?.dialect === dialect ? messages : readDocuments(messages);
  const changed = applyChanges({ ...generation, messages: readable }, dialect, languageModel);
  return resolveToolChoice(
    mcpTools === undefined ? changed : { ...changed, tools: mcpTools.offer(changed.tools) },
    dialect,
    languageModel,
  );
}
