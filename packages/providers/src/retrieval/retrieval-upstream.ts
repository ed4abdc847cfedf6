import { EngineError, type JsonObject, type ModelInfo, type ModelLifecycle, type RetrievalContext } from '@org/engine';
import { pauseBeforeRetry } from '../errors/retry-delay.js';
import type { ApiPayload } from '../shared/api-payload.js';
import { UpstreamClient } from '../transport/upstream-client.js';
import { defaultTimeouts, type UpstreamOptions } from '../transport/upstream-options.js';

/** How long a request retries a busy upstream. */
export interface RetryPolicy {
  readonly retries: number;
  /** Longest `retry-after`, in seconds, that the service waits for. */
  readonly maxDelaySeconds: number;
}

/** An upstream that is asked for vectors or scores instead of responses. */
export class RetrievalUpstream {
  readonly client: UpstreamClient;
  readonly #options: UpstreamOptions;
  readonly #task: 'embedding' | 'rerank';

  constructor(options: UpstreamOptions, task: 'embedding' | 'rerank') {
    this.#options = options;
    this.#task = task;
    this.client = new UpstreamClient(options, { modelsPath: '/models', keyHeader: 'authorization' });
  }

  /** The upstream's name of the model. */
  get model(): string {
    return this.#options.model ?? this.#options.id;
  }

  /** Requests of a client wait as briefly as generations do. */
  get retryPolicy(): RetryPolicy {
    return { retries: this.#options.retries ?? 1, maxDelaySeconds: 2 };
  }

  get lifecycle(): ModelLifecycle {
    return {
      modelInfo: () => this.#modelInfo(),
      probe: () => this.client.probe(),
      close: () => this.client.close(),
    };
  }

  /** Posts a body. A busy upstream that names a delay is asked again after it. Throws the client's error. */
  async query(
    path: string,
    body: JsonObject,
    context: RetrievalContext,
    { retries, maxDelaySeconds }: RetryPolicy,
  ): Promise<ApiPayload> {
    for (let retried = 0; ; retried += 1) {
      try {
        return await this.client.query(path, body, context, {}, this.#timeoutMs);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const { code, retryable, retryAfter } = error;
        const isBusy = (code === 'rate-limited' || code === 'overloaded') && retryable !== false;
        if (!isBusy || retryAfter === undefined || retryAfter > maxDelaySeconds || retried >= retries) throw error;
        await pauseBeforeRetry(retryAfter * 1000, context.signal);
      }
    }
  }

  /** The error for the client of a request with `body`. */
  toClientError(error: EngineError, body: JsonObject): EngineError {
    const { id: model } = this.#options;
    return this.client.errors.forward(error, { model, tools: [], dialect: undefined, sameDialect: false, body });
  }

  get #timeoutMs(): number {
    const { firstToken } = { ...defaultTimeouts, ...this.#options.timeouts };
    return firstToken === 0 ? defaultTimeouts.total : firstToken;
  }

  async #modelInfo(): Promise<ModelInfo> {
    const { id } = this.#options;
    return {
      id,
      displayName: id,
      ...(await this.client.describeModel(this.model)),
      task: this.#task,
      capabilities: { tools: false, reasoning: false, images: false, structuredOutput: false },
    };
  }
}
