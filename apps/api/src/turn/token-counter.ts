import type { Dialect } from '@org/dialects/dialect';
import {
  type Clock,
  countTurn,
  errorWithRequestPaths,
  type IdSource,
  type ModelRegistry,
  type TokenCount,
  toEngineError,
  type HostedTools,
  type McpServers,
  type TurnRequest,
} from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';
import type { ContextReader } from './context-reader.js';
import { readPages } from '../media/read-pages.js';
import { recordWork } from './record-work.js';
import type { RequestDecoder } from './request-decoder.js';
import { createRunContext } from './run-context.js';

export interface TokenCounterOptions {
  readonly registry: Pick<ModelRegistry, 'resolve'>;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly decoder: RequestDecoder;
  readonly contexts: ContextReader;
  /** Absent: this installation calls no tools of other servers. */
  readonly mcpServers?: McpServers | undefined;
  /** Absent: the service runs no hosted tools. */
  readonly hostedTools?: HostedTools | undefined;
}

/** Counts the input tokens of requests. */
export class TokenCounter {
  readonly #options: TokenCounterOptions;

  constructor(options: TokenCounterOptions) {
    this.#options = options;
  }

  /** How many input tokens the turn would be charged; its warnings are noted. Throws `unsupported` when its model cannot count. */
  async count<Request, Response, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    requestContext: RequestContext,
  ): Promise<{ readonly turn: TurnRequest; readonly count: TokenCount }> {
    const { decoder, contexts, registry, mcpServers, hostedTools } = this.#options;
    const { request, turn } = await decoder.decode(dialect, body, owner, requestContext);
    const context = await contexts.read(turn, owner);
    const contextWithFiles = {
      ...context,
      messages: await contexts.withFiles(turn, context.messages, body, owner, requestContext),
    };
    const { model } = turn.generation;
    requestContext.log.model = model;
    try {
      const count = await recordWork(requestContext, () =>
        countTurn(
          turn,
          contextWithFiles,
          registry.resolve(model),
          createRunContext(this.#options, owner, requestContext),
          { mcpServers, hostedTools, readPages },
        ),
      );
      requestContext.log.warnings = [...turn.warnings, ...contextWithFiles.warnings, ...count.warnings];
      return { turn, count };
    } catch (thrown) {
      throw errorWithRequestPaths(toEngineError(requestContext.failureOf(thrown)), {
        generation: turn.generation,
        requestPaths: dialect.requestPaths(request, turn),
      });
    }
  }
}
