import { Inject, Injectable } from '@nestjs/common';
import { compactWarnings, encodeCompaction, parseCompactRequest, responsesDialect } from '@org/dialects/responses';
import {
  type Clock,
  compactContext,
  errorInWords,
  type IdSource,
  type ModelRegistry,
  prepareStep,
  type Sealers,
  toEngineError,
  warningsInWords,
} from '@org/engine';
import type { CompactedResponse } from '@org/protocol/responses';
import type { ServiceConfig } from '../config/service-config.js';
import { CLOCK, CONFIG, IDS, REGISTRY, SEALERS } from '../engine/tokens.js';
import type { Exchange } from '../exchange/exchange.js';
import { answerIdPrefix } from '../turn/answer-id.js';
import { notedWork } from '../turn/noted-work.js';
import { Turns } from '../turn/turns.js';

/** Makes conversations small. Keeps nothing: the client holds the result. */
@Injectable()
export class Compactions {
  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(REGISTRY) private readonly registry: ModelRegistry,
    @Inject(SEALERS) private readonly sealers: Sealers,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Turns) private readonly turns: Turns,
  ) {}

  async compact(body: unknown, owner: string, exchange: Exchange): Promise<CompactedResponse> {
    const { request, turn } = await this.turns.decode(responsesDialect, parseCompactRequest(body), owner, exchange);
    const { messages, warnings } = await this.turns.contextOf(turn, owner);
    const { model } = turn.generation;
    exchange.log.model = model;
    const generator = this.registry.resolve(model);
    const { signal, requestId, trace } = exchange;
    const context = { signal, requestId, trace, owner, clock: this.clock, ids: this.ids, notes: exchange.log };
    // What is given back is the conversation as it was sent; the model alone reads its files.
    const shown = await this.turns.withFiles(turn, messages, body, owner, exchange);
    const words = responsesDialect.clientWords(request, turn);
    const createdAt = Math.floor(this.clock.now() / 1000);
    try {
      const compaction = await notedWork(exchange, (note) =>
        compactContext({ request: prepareStep(turn, shown, generator).request, generator, context }, note),
      );
      exchange.log.warnings = warningsInWords(
        exchange.log.warnings ?? [],
        [...compactWarnings(body), ...turn.warnings, ...warnings],
        words,
      );
      return encodeCompaction(messages, compaction, {
        id: this.ids.next(answerIdPrefix.responses),
        createdAt,
        sealer: this.sealers.of(owner),
        usageNames: this.config.policy.usageNames,
      });
    } catch (thrown) {
      throw errorInWords(toEngineError(exchange.failureOf(thrown)), { generation: turn.generation, words });
    }
  }
}
