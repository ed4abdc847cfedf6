import type { Message } from '../model/message.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { ServerToolSet } from './server-tools/server-tool-set.js';
import { withOfferedNames } from './server-tools/with-offered-names.js';
import { applyChanges } from './apply-changes.js';
import { readDocuments } from './read-documents.js';
import { resolveToolChoice, type ResolvedRequest } from './resolve-tool-choice.js';
import type { TurnRequest } from './turn-request.js';

/**
 * Prepares the step of `turn` for `languageModel` with `messages` as its context: tools (including those of MCP
 * servers), settings and documents in the form for the model, and a supported tool choice. An upstream of the turn's
 * own dialect receives everything unchanged. Throws `invalid-request` for a tool choice that cannot be fulfilled.
 */
export function prepareStep(
  { dialect, generation }: Pick<TurnRequest, 'dialect' | 'generation'>,
  messages: readonly Message[],
  languageModel: Pick<LanguageModel, 'native'>,
  serverTools?: ServerToolSet,
): ResolvedRequest {
  const readable = languageModel.native?.dialect === dialect ? messages : readDocuments(messages);
  const changed = applyChanges({ ...generation, messages: readable }, dialect, languageModel);
  return resolveToolChoice(
    serverTools === undefined
      ? changed
      : {
          ...changed,
          messages: withOfferedNames(changed.messages, serverTools),
          tools: serverTools.offer(changed.tools),
          toolChoice: serverTools.choose(changed.toolChoice),
        },
    dialect,
    languageModel,
  );
}
