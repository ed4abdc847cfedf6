import { compactWarnings, encodeCompaction, parseCompactRequest, responsesDialect } from '@org/dialects/responses';
import {
  type Clock,
  compactContext,
  errorWithRequestPaths,
  type IdSource,
  type ModelRegistry,
  prepareStep,
  type ReasoningSigners,
  toEngineError,
  warningsWithRequestPaths,
} from '@org/engine';
import type { CompactedResponse } from '@org/protocol/responses';
import type { ServiceConfig } from '../config/service-config.js';
import type { RequestContext } from '../request-context/request-context.js';
import { responseIdPrefix } from '../turn/response-id.js';
import { recordWork } from '../turn/record-work.js';
import type { Turns } from '../turn/turns.js';

export interface CompactionsOptions {
  readonly config: ServiceConfig;
  readonly registry: ModelRegistry;
  readonly reasoningSigners: ReasoningSigners;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly turns: Turns;
}

/** Compacts conversations without storing anything: the client holds the result. */
export class Compactions {
  readonly #options: CompactionsOptions;

  constructor(options: CompactionsOptions) {
    this.#options = options;
  }

  async compact(body: unknown, owner: string, requestContext: RequestContext): Promise<CompactedResponse> {
    const { request, turn } = await this.#options.turns.decoder.decode(
      responsesDialect,
      parseCompactRequest(body),
      owner,
      requestContext,
    );
    const { messages, warnings } = await this.#options.turns.contexts.read(turn, owner);
    const { model } = turn.generation;
    requestContext.log.model = model;
    const languageModel = this.#options.registry.resolve(model);
    const { signal, requestId, trace } = requestContext;
    const context = {
      signal,
      requestId,
      trace,
      owner,
      clock: this.#options.clock,
      ids: this.#options.ids,
      logFields: requestContext.log,
    };
    // What is given back is the conversation as it was sent; the model alone reads its files.
    const messagesWithFiles = await this.#options.turns.contexts.withFiles(turn, messages, body, owner, requestContext);
    const requestPaths = responsesDialect.requestPaths(request, turn);
    const createdAt = Math.floor(this.#options.clock.now() / 1000);
    try {
      const compaction = await recordWork(requestContext, (onEvent) =>
        compactContext(
          { request: prepareStep(turn, messagesWithFiles, languageModel).request, languageModel, context },
          onEvent,
        ),
      );
      requestContext.log.warnings = warningsWithRequestPaths(
        requestContext.log.warnings ?? [],
        [...compactWarnings(body), ...turn.warnings, ...warnings],
        requestPaths,
      );
      const id = this.#options.ids.next(responseIdPrefix.responses);
      requestContext.log.responseId = id;
      return encodeCompaction(messages, compaction, {
        id,
        createdAt,
        reasoningSigner: this.#options.reasoningSigners.of(owner),
        usageNames: this.#options.config.policy.usageNames,
      });
    } catch (thrown) {
      throw errorWithRequestPaths(toEngineError(requestContext.failureOf(thrown)), {
        generation: turn.generation,
        requestPaths,
      });
    }
  }
}
