import { Inject, Injectable } from '@nestjs/common';
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
import { CLOCK, CONFIG, IDS, REGISTRY, REASONING_SIGNERS } from '../engine/tokens.js';
import type { RequestContext } from '../request-context/request-context.js';
import { responseIdPrefix } from '../turn/response-id.js';
import { recordWork } from '../turn/record-work.js';
import { Turns } from '../turn/turns.js';

/** Makes conversations small. Keeps nothing: the client holds the result. */
@Injectable()
export class Compactions {
  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(REGISTRY) private readonly registry: ModelRegistry,
    @Inject(REASONING_SIGNERS) private readonly reasoningSigners: ReasoningSigners,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Turns) private readonly turns: Turns,
  ) {}

  async compact(body: unknown, owner: string, requestContext: RequestContext): Promise<CompactedResponse> {
    const { request, turn } = await this.turns.decode(
      responsesDialect,
      parseCompactRequest(body),
      owner,
      requestContext,
    );
    const { messages, warnings } = await this.turns.contextOf(turn, owner);
    const { model } = turn.generation;
    requestContext.log.model = model;
    const languageModel = this.registry.resolve(model);
    const { signal, requestId, trace } = requestContext;
    const context = {
      signal,
      requestId,
      trace,
      owner,
      clock: this.clock,
      ids: this.ids,
      logFields: requestContext.log,
    };
    // What is given back is the conversation as it was sent; the model alone reads its files.
    const messagesWithFiles = await this.turns.withFiles(turn, messages, body, owner, requestContext);
    const requestPaths = responsesDialect.requestPaths(request, turn);
    const createdAt = Math.floor(this.clock.now() / 1000);
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
      return encodeCompaction(messages, compaction, {
        id: this.ids.next(responseIdPrefix.responses),
        createdAt,
        reasoningSigner: this.reasoningSigners.of(owner),
        usageNames: this.config.policy.usageNames,
      });
    } catch (thrown) {
      throw errorWithRequestPaths(toEngineError(requestContext.failureOf(thrown)), {
        generation: turn.generation,
        requestPaths,
      });
    }
  }
}
