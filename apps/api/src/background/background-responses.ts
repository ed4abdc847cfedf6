import { announceResponse, responsesDialect } from '@org/dialects/responses';
import {
  cancelled,
  type Clock,
  EngineError,
  followTurnEvents,
  type IdSource,
  isObject,
  isTerminal,
  type JsonObject,
  type ModelRegistry,
  readTurnLog,
  type Store,
  type TurnAddition,
  type TurnEvent,
  type TurnRecord,
  type TurnRequest,
} from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import type { RequestContext } from '../request-context/request-context.js';
import { originOf } from '../jobs/job-origin.js';
import { modelFairQueueKey } from '../jobs/model-fair-queue-key.js';
import { responseIdPrefix } from '../turn/response-id.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import type { Turns } from '../turn/turns.js';
import { endStored } from './end-stored.js';
import { buildInitialResponse, type AcceptedResponse } from './build-initial-response.js';
import { writeJobRequest } from './job-request.js';

/**
 * Time for a worker to end a response after a cancel, in milliseconds; then the service ends it here with an
 * estimated usage.
 */
const cancelGraceMs = 10_000;

/** A number beyond any log, because only the end is awaited, not the events before it. */
const beyondAllEvents = 1_000_000_000;

export interface BackgroundResponsesOptions {
  readonly config: ServiceConfig;
  readonly registry: ModelRegistry;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** Accepts and cancels responses that are made without a client. */
export class BackgroundResponses {
  readonly #options: BackgroundResponsesOptions;

  constructor(options: BackgroundResponsesOptions) {
    this.#options = options;
  }

  /** Whether a body, not yet checked, asks for a background response. */
  isBackground(body: unknown): body is JsonObject {
    return isObject(body) && body['background'] === true;
  }

  /** Checks all that can be checked now, and promises the response: when this resolves, it is on disk and will end. */
  async create(body: JsonObject, owner: string, requestContext: RequestContext): Promise<AcceptedResponse> {
    const { request, turn, items } = await this.#options.turns.decoder.decode(
      responsesDialect,
      body,
      owner,
      requestContext,
    );
    requestContext.log.model = turn.generation.model;
    await this.#checkContext(turn, owner);
    const maxStoredBytes = await this.#options.storageQuotas.admit(requestContext.principal);
    const createdAt = this.#options.clock.now();
    const id = this.#options.ids.next(responseIdPrefix.responses);
    requestContext.log.responseId = id;
    const { response, events, snapshot } = announceResponse(
      request,
      this.#options.turns.encodeContext({ id, owner, createdAt }, requestContext, items),
    );
    const record: TurnRecord = {
      id,
      owner,
      dialect: 'responses',
      ...(turn.state.previousId === undefined ? {} : { previousId: turn.state.previousId }),
      model: turn.generation.model,
      createdAt,
      expiresAt: createdAt + this.#options.config.retentionMs,
      input: turn.input,
      output: [],
      ...snapshot,
    };
    const log = events.map((event, seq): TurnEvent => ({ seq, data: JSON.stringify(event) }));
    // From here on the response is generated regardless of its clients: not for a disconnected client, nor in
    // parallel with another run of the same request.
    requestContext.signal.throwIfAborted();
    const { conversationId } = turn.state;
    // Turns of one conversation run one after the other: more than one of them at a time would only wait.
    const job = {
      fairQueueKey: modelFairQueueKey(record.model),
      request: writeJobRequest({
        kind: 'response',
        body,
        betas: requestContext.betas,
        origin: originOf(requestContext),
      }),
      ...(conversationId === undefined ? {} : { oneOf: conversationId }),
    };
    const accepted: AcceptedResponse = {
      response: { ...(response as JsonObject), id },
      stream: request.stream === true,
      created: log[0]?.data ?? '',
    };
    const putTurn = (addition: TurnAddition = {}): Promise<boolean> =>
      this.#options.store.putTurn(record, { events: log, job, maxStoredBytes, ...addition });
    const recording = requestContext.idempotentWrite?.recording;
    // A repeated request finds this response as soon as it is stored.
    if (recording === undefined) await putTurn();
    else
      await recording.finishWith(await buildInitialResponse(accepted, turn.warnings), (completedAttempt) =>
        putTurn({ completedAttempt }),
      );
    requestContext.log.warnings = turn.warnings;
    return accepted;
  }

  /**
   * Ends a background response unless it has ended, and returns its final state. Throws `invalid-request` for a
   * foreground response, which is cancelled by disconnecting.
   */
  async cancel(stored: TurnRecord, requestContext: RequestContext): Promise<JsonObject> {
    if (stored.payload['background'] !== true) {
      throw new EngineError(
        'invalid-request',
        "Only responses that were created with 'background' set to true can be cancelled.",
        { param: 'response_id' },
      );
    }
    const { owner, id } = stored;
    requestContext.log.responseId = id;
    requestContext.log.model = stored.model;
    if (isTerminal(stored.status)) return stored.payload;
    // This request may have to report the usage, and the client may disconnect before it is known.
    const finish = requestContext.startWork();
    try {
      // The store decides whether a worker holds it: a job that was queued a moment ago may have started since.
      if ((await this.#options.store.requestCancel(owner, id)) === 'held') await this.#awaitEnd(owner, id);
      return await this.#endNow(owner, id, requestContext);
    } finally {
      finish();
    }
  }

  /** Errors that a client must get at once and not from a failed response: an unknown model, chain or conversation. */
  async #checkContext(turn: TurnRequest, owner: string): Promise<void> {
    this.#options.registry.resolve(turn.generation.model);
    await this.#options.turns.contexts.read(turn, owner);
  }

  async #awaitEnd(owner: string, turnId: string): Promise<void> {
    const signal = AbortSignal.timeout(cancelGraceMs);
    try {
      await followTurnEvents(this.#options.store, { owner, turnId, after: beyondAllEvents, signal }).next();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /**
   * Writes the end from the log. A concurrent write by another process makes it fail, and the next try sees that
   * write.
   */
  async #endNow(owner: string, id: string, requestContext: RequestContext): Promise<JsonObject> {
    for (;;) {
      const stored = await this.#options.store.getTurn(owner, id);
      if (stored === undefined) throw new EngineError('not-found', 'There is no response with this id.');
      if (isTerminal(stored.status)) return stored.payload;
      const log = await readTurnLog(this.#options.store, owner, id);
      // Deleted since the last read; a database that reads the two one after the other returns an empty log.
      if (log === undefined || (log.length === 0 && (await this.#options.store.getTurn(owner, id)) === undefined))
        continue;
      const { record, events, usage } = endStored(stored, log, cancelled(), this.#options.config.policy.usageNames);
      const last = events.map((data, n): TurnEvent => ({ seq: log.length + n, data }));
      try {
        if (!(await this.#options.store.putTurn(record, { events: last, existing: true }))) continue;
        // No other process will report the usage.
        if (usage !== undefined) requestContext.log.usage = usage;
        return record.payload;
      } catch (error) {
        if (!(error instanceof EngineError && error.code === 'conflict')) throw error;
      }
    }
  }
}
