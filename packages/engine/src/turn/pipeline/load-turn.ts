import { EngineError } from '../../errors/engine-error.js';
import type { DialectId } from '../../model/extensions.js';
import type { LanguageModel } from '../../ports/language-model.js';
import { deduplicateInput } from '../conversation-locks/deduplicate-input.js';
import type { CheckItems, ConversationLock } from '../conversation-locks/conversation-locks.js';
import { earlierTurns } from '../earlier-turns.js';
import type { TurnRequest } from '../turn-request.js';
import type { TurnResources } from './turn-resources.js';
import type { LoadedTurn, TurnStart } from './turn-state.js';

/**
 * Stage 1: reads the turns that this one continues, acquires the lock of its conversation and finds the language
 * model. A turn that adds nothing to the conversation releases the lock after reading. Throws `previous-not-found`,
 * `not-found` and `unknown-model`.
 */
export async function loadTurn({ turn, ports, run }: TurnStart, resources: TurnResources): Promise<LoadedTurn> {
  const { check, usedItemIds, renderedTurn } = deduplicateInput(turn);
  const earlier = await earlierTurns(turn, ports.store, run.owner);
  const lock = await lockConversation({ turn, ports, run }, check);
  resources.lock = lock;
  if (!turn.state.store || turn.onlyReads === true) lock?.release();
  const languageModel = ports.registry.resolve(turn.generation.model);
  return {
    turn,
    ports,
    run: lock === undefined ? run : { ...run, usedItemIds, signal: AbortSignal.any([run.signal, lock.lost]) },
    languageModel,
    native: nativeDialect(languageModel, turn),
    earlier,
    conversation: lock?.history,
    deduplicatedTurn: renderedTurn(),
  };
}

/** The dialect of the turn, when the upstream of its language model speaks the same. */
export function nativeDialect(
  { native }: Pick<LanguageModel, 'native'>,
  { dialect }: Pick<TurnRequest, 'dialect'>,
): DialectId | undefined {
  return native?.dialect === dialect ? dialect : undefined;
}

async function lockConversation(
  { turn, ports: { conversations }, run: { owner, signal } }: TurnStart,
  check: CheckItems,
): Promise<ConversationLock | undefined> {
  const { conversationId } = turn.state;
  if (conversationId === undefined) return undefined;
  if (conversations === undefined)
    throw new EngineError('unsupported', 'This installation does not support conversations.', {
      param: 'conversation',
      retryable: false,
    });
  return await conversations.enter(owner, conversationId, signal, { check });
}
