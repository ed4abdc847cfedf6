import type { BatchCreateParams, BatchRequest, PageParams } from '@org/protocol/messages';
import type {
  DeletedMessageBatch,
  MessageBatch,
  MessageBatchIndividualResponse,
  MessageBatchesPage,
} from '../responses/response-types.js';
import type { RequestOptions } from '../client-options.js';
import type { KnownFields } from '../known-fields.js';
import { numberOption } from '../transport/number-option.js';
import { deriveSignal } from '../transport/derive-signal.js';
import { pause } from '../transport/pause.js';
import { throughOutages } from '../transport/through-outages.js';
import type { Transport } from '../transport/transport.js';
import { Page } from './page.js';
import type { MessageParams } from './messages-resource.js';
import { pathSegment } from './path-segment.js';
import { withQuery } from './with-query.js';

/** One request of a batch; `custom_id` identifies its result. */
export interface BatchedMessage extends Omit<KnownFields<BatchRequest>, 'params'> {
  readonly params: MessageParams;
}

/** What a batch is made from. */
export interface BatchParams extends Omit<KnownFields<BatchCreateParams>, 'requests'> {
  readonly requests: readonly BatchedMessage[];
}

/** Options of a wait, and of each request that it makes. */
export interface BatchWaitOptions extends RequestOptions {
  /** Maximum poll interval in milliseconds. Default 60,000. */
  readonly maxPollIntervalMs?: number | undefined;
  /** Called with the batch at each poll; `request_counts` shows its progress. An exception ends the wait. */
  readonly onProgress?: ((batch: MessageBatch) => void) | undefined;
}

const root = '/v1/messages/batches';
const firstPauseMs = 500;

/** Many messages at once, made in the background: `/v1/messages/batches`. */
export class BatchesResource {
  readonly #transport: Transport;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(transport: Transport, headers: Readonly<Record<string, string>>) {
    this.#transport = transport;
    this.#headers = headers;
  }

  /** Takes the messages in and gives the batch, which is then made in the background. Throws ApiError, ConnectionError. */
  async create(params: BatchParams, options?: RequestOptions): Promise<MessageBatch> {
    return (await this.#transport.json(
      { method: 'POST', path: root, headers: this.#headers, body: params, once: true },
      options,
    )) as MessageBatch;
  }

  /**
   * Returns the state of a batch: it has `ended` or is still in progress. Throws ApiError 404 when this key has no
   * batch with this id.
   */
  async retrieve(id: string, options?: RequestOptions): Promise<MessageBatch> {
    return (await this.#json('GET', pathOf(id), options)) as MessageBatch;
  }

  /**
   * Waits until a batch has ended and returns it. It polls after half a second and then at growing intervals, without
   * a time limit; an unreachable service is tolerated for `resumeMs`. The `signal` ends the wait, not the batch.
   * Throws as `retrieve` does.
   */
  async wait(
    id: string,
    { maxPollIntervalMs = 60_000, onProgress, ...options }: BatchWaitOptions = {},
  ): Promise<MessageBatch> {
    const maxIntervalMs = numberOption('maxPollIntervalMs', maxPollIntervalMs, 0);
    const retrieveBatch = async (): Promise<MessageBatch> => await this.retrieve(id, options);
    for (let pauseMs = firstPauseMs; ; pauseMs *= 1.5) {
      const batch = await throughOutages(retrieveBatch, this.#transport.limits(options).resumeMs, options.signal);
      onProgress?.(batch);
      if (batch.processing_status === 'ended') return batch;
      await pause(Math.min(pauseMs, maxIntervalMs), deriveSignal(options.signal));
    }
  }

  /** All batches, the newest first. `limit` is that of a page. */
  list(
    params: Pick<KnownFields<PageParams>, 'limit' | 'after_id'> = {},
    options?: RequestOptions,
  ): Page<MessageBatch, MessageBatchesPage> {
    return new Page(
      async (after = params.after_id) =>
        (await this.#json('GET', withQuery(root, { ...params, after_id: after }), options)) as MessageBatchesPage,
    );
  }

  /** Cancels the requests that have no response yet. */
  async cancel(id: string, options?: RequestOptions): Promise<MessageBatch> {
    return (await this.#json('POST', `${pathOf(id)}/cancel`, options)) as MessageBatch;
  }

  /** Forgets a batch that has ended. */
  async delete(id: string, options?: RequestOptions): Promise<DeletedMessageBatch> {
    return (await this.#json('DELETE', pathOf(id), options)) as DeletedMessageBatch;
  }

  /**
   * Streams the results of an ended batch, in no particular order. Throws ApiError while the batch runs, StreamError
   * when the results are aborted or idle for `idleTimeoutMs`.
   */
  async *results(
    id: string,
    options: RequestOptions = {},
  ): AsyncGenerator<MessageBatchIndividualResponse, void, undefined> {
    const lines = this.#transport.lines(
      { method: 'GET', path: `${pathOf(id)}/results`, headers: this.#headers },
      options,
    );
    for await (const line of lines) yield line as MessageBatchIndividualResponse;
  }

  async #json(method: 'GET' | 'POST' | 'DELETE', path: string, options: RequestOptions | undefined): Promise<unknown> {
    return await this.#transport.json({ method, path, headers: this.#headers }, options);
  }
}

function pathOf(id: string): string {
  return `${root}/${pathSegment(id)}`;
}
