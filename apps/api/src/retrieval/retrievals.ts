import {
  embeddingFields,
  encodeEmbeddings,
  encodeRanking,
  parseEmbeddingRequest,
  parseRerankRequest,
  rerankFields,
} from '@org/dialects/responses';
import { EngineError, emptyUsage, objectOf, type RetrievalContext, type RetrievalModels } from '@org/engine';
import type { CreateEmbeddingResponse, RerankResponse } from '@org/protocol/responses';
import type { MemoryBudget } from '../limits/memory-budget.js';
import type { RequestContext } from '../request-context/request-context.js';
import { unknownFields } from '../request-context/unknown-fields.js';

export interface RetrievalsOptions {
  readonly registry: RetrievalModels;
  readonly memoryBudget: Pick<MemoryBudget, 'reserveMore'>;
}

/** Bytes of one value of a vector in memory: the number itself, its copy in a list, and its text in the response. */
const bytesPerValue = { float: 4 + 8 + 22, base64: 4 + 4 + 6 };

/** Responds to requests for embeddings and for rankings. Nothing of them is stored or logged but their tokens. */
export class Retrievals {
  readonly #options: RetrievalsOptions;

  constructor(options: RetrievalsOptions) {
    this.#options = options;
  }

  async embed(body: unknown, owner: string, requestContext: RequestContext): Promise<CreateEmbeddingResponse> {
    recordModel(requestContext, body);
    const request = parseEmbeddingRequest(body);
    const { model, inputs, dimensions, format, isSingle } = request;
    requestContext.log.warnings = unknownFields(body, embeddingFields);
    const embedding = this.#options.registry.embedding(model);
    const embeddings = await run(requestContext, owner, (context) =>
      embedding.embed(inputs, context, dimensions === undefined ? {} : { dimensions }).catch((thrown: unknown) => {
        throw isSingle ? withoutPosition(thrown) : thrown;
      }),
    );
    const values = embeddings.vectors.reduce((sum, { length }) => sum + length, 0);
    await this.#options.memoryBudget.reserveMore(requestContext, values * bytesPerValue[format], requestContext.signal);
    return encodeEmbeddings(request, embeddings);
  }

  async rerank(body: unknown, owner: string, requestContext: RequestContext): Promise<RerankResponse> {
    recordModel(requestContext, body);
    const request = parseRerankRequest(body);
    requestContext.log.warnings = unknownFields(body, rerankFields);
    const { model, query, documents } = request;
    const rerank = this.#options.registry.rerank(model);
    return encodeRanking(
      request,
      await run(requestContext, owner, (context) => rerank.rank(query, documents, context)),
    );
  }
}

/** The log names the model of a request, valid or not. */
function recordModel({ log }: RequestContext, body: unknown): void {
  const model = objectOf(body)['model'];
  if (typeof model === 'string') log.model = model;
}

/** The request counts as working until the model has its result, whose tokens are recorded. */
async function run<Result extends { readonly inputTokens: number }>(
  requestContext: RequestContext,
  owner: string,
  call: (context: RetrievalContext) => Promise<Result>,
): Promise<Result> {
  const { signal, requestId, trace, log } = requestContext;
  const finish = requestContext.startWork();
  try {
    const result = await call({ signal, requestId, trace, owner, logFields: log });
    log.usage = { ...emptyUsage, inputTokens: result.inputTokens };
    return result;
  } catch (thrown) {
    throw requestContext.failureOf(thrown);
  } finally {
    finish();
  }
}

/** The path as the client wrote it: a single input has no position. */
function withoutPosition(thrown: unknown): unknown {
  if (!(thrown instanceof EngineError) || thrown.param !== 'input.0') return thrown;
  return thrown.with({ param: 'input' });
}
