import {
  assembleContext,
  type ConversationLocks,
  deduplicateInput,
  earlierTurns,
  type Message,
  type ModelRegistry,
  nativeDialect,
  type Store,
  type TurnContext,
  type TurnRequest,
} from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';
import type { RequestPorts } from './request-ports.js';

export interface ContextReaderOptions {
  readonly registry: Pick<ModelRegistry, 'resolve'>;
  readonly store: Store;
  readonly conversations: Pick<ConversationLocks, 'read'>;
  readonly ports: RequestPorts;
}

/** Reads the messages that a model would be shown, for work that asks a model without being a turn. */
export class ContextReader {
  readonly #options: ContextReaderOptions;

  constructor(options: ContextReaderOptions) {
    this.#options = options;
  }

  /** The context of the model if `turn` ran now. Throws when what it continues is missing or incompatible. */
  async read(turn: TurnRequest, owner: string): Promise<TurnContext> {
    const { registry, store, conversations } = this.#options;
    const { conversationId } = turn.state;
    const earlier = await earlierTurns(turn, store, owner);
    const languageModel = registry.resolve(turn.generation.model);
    const deduplication = deduplicateInput(turn);
    const conversation =
      conversationId === undefined ? [] : await conversations.read(owner, conversationId, deduplication.check);
    return assembleContext(deduplication.renderedTurn(), earlier, conversation, languageModel);
  }

  /** `messages` as the model of `turn` receives them, with the content of the files that they name. */
  async withFiles(
    turn: TurnRequest,
    messages: readonly Message[],
    body: unknown,
    owner: string,
    requestContext: RequestContext,
  ): Promise<readonly Message[]> {
    const native = nativeDialect(this.#options.registry.resolve(turn.generation.model), turn);
    const read = await this.#options.ports.files(body, requestContext).readFiles(messages, { owner, native });
    const { fetchMedia } = this.#options.ports.guardedMedia(body);
    return fetchMedia === undefined ? read : (await fetchMedia(read, requestContext.signal, native)).messages;
  }
}
