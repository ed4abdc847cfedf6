import type { Message } from '../model/message.js';
import type { Generator } from '../ports/generator.js';
import type { ServedTools } from './server-tools/served-tools.js';
import { applyChanges } from './apply-changes.js';
import { readDocuments } from './read-documents.js';
import { resolveToolChoice, type ResolvedRequest } from './settle-tool-choice.js';
import type { TurnRequest } from './turn-request.js';

/**
 * The step that `turn` asks of `generator` once `messages` are its context: tools, settings and documents in the form in which a model
 * is told of them, those of servers among them, and a choice of tools that can be honoured. An upstream that speaks the turn's own dialect gets everything as it
 * came. Throws `invalid-request` for a choice that nobody can honour.
 */
export function prepareStep(
  { dialect, generation }: Pick<TurnRequest, 'dialect' | 'generation'>,
  messages: readonly Message[],
  generator: Pick<Generator, 'native'>,
  served?: ServedTools,
): ResolvedRequest {
  const readable = generator.native?.dialect === dialect ? messages : readDocuments(messages);
  const changed = applyChanges({ ...generation, messages: readable }, dialect, generator);
  return resolveToolChoice(
    served === undefined ? changed : { ...changed, tools: served.offer(changed.tools) },
    dialect,
    generator,
  );
}
