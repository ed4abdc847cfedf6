import { setTimeout as pause } from 'node:timers/promises';
import {
  EngineError,
  HeldLeases,
  type IdempotencyState,
  type IdempotentAttempt,
  objectOf,
  type ReasoningSigners,
  type Store,
  type StoredResponse,
} from '@org/engine';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { encodeErrorOfDialect } from '../errors/encode-error-of-dialect.js';
import { ResponseRecording, type Settlement } from '../request-context/response-recording.js';
import type { RequestContext } from '../request-context/request-context.js';
import {
  createResponseCipher,
  encryptResponse,
  decryptResponse,
  type ResponseCipher,
} from './idempotent-response-cipher.js';
import { fingerprintOf, idempotencyKeyOf, keyHeader } from './idempotent-request.js';
import { KeyLease } from './key-lease.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import { createdByResponse, type CreatedResource } from './created-by-response.js';

const hourMs = 3_600_000;
/** Polling interval for a request that another process runs, in milliseconds. */
const pollIntervalMs = 100;
/** Time for work to end after its abort, before its key is released, in milliseconds. */
const endingMs = 5000;

/** The response to a repeated request. */
export interface Repetition {
  readonly response: StoredResponse;
  /** Id of the response to follow instead of its body. */
  readonly followed?: string;
}

export interface IdempotencyOptions {
  readonly config: ServiceConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly reasoningSigners: ReasoningSigners;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/**
 * Runs a POST with an `idempotency-key` once across all replicas, and replays the bytes of the first response to
 * repeated requests. Only successes are stored: a request that failed runs again. A copy that arrives while the first
 * one runs waits for it, and receives a 409 to retry when that takes too long.
 *
 * The work continues when its client disconnects, because the client will retry for the response; it is aborted at
 * its time limit, or when this process could not renew its lease for too long. A process that crashes thereby frees its
 * keys: no two runs of one key overlap, and no request waits in vain.
 */
export class Idempotency {
  readonly #heldLeases = new HeldLeases();

  readonly #options: IdempotencyOptions;

  constructor(options: IdempotencyOptions) {
    this.#options = options;
  }

  /** The response to repeat, or undefined when the request has to run. */
  async start(request: FastifyRequest): Promise<Repetition | undefined> {
    const { requestContext } = request;
    const { idempotentWrite } = requestContext;
    const given = idempotencyKeyOf(request);
    const owner = requestContext.principal?.owner;
    if (given === undefined || idempotentWrite === undefined || owner === undefined) return undefined;
    const lock = createResponseCipher(this.#options.reasoningSigners.server, [
      owner,
      request.method,
      request.routeOptions.url ?? '',
      given,
    ]);
    const state = await this.#turnOf(owner, lock.id, fingerprintOf(request), requestContext);
    switch (state.state) {
      case 'new':
        idempotentWrite.recording = this.#record(
          requestContext,
          { owner, key: lock.id, attempt: state.attempt },
          state.acquiredAt,
          lock,
        );
        // The client disconnected while the key was acquired, before any work started. As with every rejected
        // request, the key is released.
        requestContext.signal.throwIfAborted();
        // Its response will be stored, also with `store: false`.
        await this.#options.storageQuotas.admit(requestContext.principal);
        return undefined;
      case 'completed':
        return await this.#repeat(owner, decryptResponse(state.response, lock), request);
      case 'running':
        throw new EngineError('conflict', `${keyHeader}: a request with this key is still running.`, {
          param: keyHeader,
          retryAfter: 1,
          retryable: true,
        });
      case 'mismatch':
        throw new EngineError('invalid-request', `${keyHeader}: this key was already used for another request.`, {
          param: keyHeader,
          retryable: false,
        });
    }
  }

  /** Replays a response, unless its resource has been deleted since. */
  async #repeat(
    owner: string,
    response: StoredResponse,
    { routeOptions, params, body }: FastifyRequest,
  ): Promise<Repetition> {
    const { id } = objectOf(params);
    const inConversation = routeOptions.url?.startsWith('/v1/conversations/:') === true && typeof id === 'string';
    const created = createdByResponse(response, { conversationId: inConversation ? id : undefined, body });
    if (created === undefined) return { response };
    if (await this.#exists(owner, created))
      return { response, ...(created.followed === true ? { followed: created.id } : {}) };
    throw new EngineError(
      'not-found',
      `${keyHeader}: the object that the request with this key created was deleted. Use a new key.`,
      {
        param: keyHeader,
        retryable: false,
      },
    );
  }

  async #exists(owner: string, { kind, id }: CreatedResource): Promise<boolean> {
    switch (kind) {
      case 'turn':
        return (await this.#options.store.getTurn(owner, id)) !== undefined;
      case 'conversation':
        return (await this.#options.store.getConversation(owner, id)) !== undefined;
      case 'file':
        return (await this.#options.store.getFile(owner, id)) !== undefined;
    }
  }

  /** Polls the store until it is this request's turn, its response is stored, or the timeout expires. */
  async #turnOf(
    owner: string,
    key: string,
    fingerprint: string,
    requestContext: RequestContext,
  ): Promise<IdempotencyState & { readonly acquiredAt: number }> {
    const { hours, waitSeconds } = this.#options.config.idempotency;
    const until = performance.now() + waitSeconds * 1000;
    for (;;) {
      const acquiredAt = performance.now();
      const times = { leaseMs: this.#options.config.background.leaseMs, retentionMs: Math.round(hours * hourMs) };
      const state = await this.#options.store.startIdempotent({
        owner,
        key,
        fingerprint,
        ...times,
        heldAttempts: this.#heldLeases.on(owner, key),
      });
      if (state.state !== 'running' || performance.now() >= until) return { ...state, acquiredAt };
      await pause(pollIntervalMs, undefined, { signal: requestContext.signal }).catch((thrown: unknown) => {
        throw requestContext.failureOf(thrown);
      });
    }
  }

  #record(
    requestContext: RequestContext,
    attempt: IdempotentAttempt,
    acquiredAt: number,
    lock: ResponseCipher,
  ): ResponseRecording {
    const { leaseSeconds, maxResponseBytes } = this.#options.config.idempotency;
    const letGo = this.#heldLeases.add(attempt.attempt, attempt.owner, attempt.key);
    // The attempt number is held until the work has ended: no copy starts here in parallel.
    const onLost = (): void => requestContext.abort(attemptSuperseded());
    const lease = new KeyLease({
      store: this.#options.store,
      times: this.#options.config.background,
      attempt,
      acquiredAt,
      onLost,
    });
    let timer = setTimeout(() => {
      requestContext.abort(
        new EngineError(
          'timed-out',
          `The request exceeded the limit of ${leaseSeconds} seconds for requests with an ${keyHeader}.`,
        ),
      );
    }, leaseSeconds * 1000);
    // Releases the key of aborted work in any case, so that it does not remain marked as running.
    requestContext.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void recording.abandon(), endingMs).unref();
    });
    const end = (): void => {
      clearTimeout(timer);
      lease.end();
    };
    const toEncryptedResponse = (response: StoredResponse | 'too-large'): StoredResponse =>
      encryptResponse(response === 'too-large' ? tooLarge(requestContext, maxResponseBytes) : response, lock);
    const settlement: Settlement = {
      settle: async (response) => {
        end();
        try {
          if (response === undefined) await this.#options.store.abandonIdempotent(attempt);
          else await this.#options.store.finishIdempotent(attempt, toEncryptedResponse(response));
        } catch (error) {
          // The response itself is valid and goes to the client; only its replay is impossible.
          this.#options.log.warn(
            { requestId: requestContext.requestId, err: error },
            'failed to store the response to a request with an idempotency key',
          );
        } finally {
          letGo();
        }
      },
      toCompletedAttempt: (response) => ({ attempt, response: toEncryptedResponse(response) }),
      stored() {
        end();
        letGo();
      },
    };
    const recording = new ResponseRecording(maxResponseBytes, settlement);
    return recording;
  }
}

/** The error for requests that still wait for a superseded run. */
function attemptSuperseded(): EngineError {
  return new EngineError(
    'conflict',
    `${keyHeader}: the service stalled, and another attempt of this request may have started. Retry with the same key.`,
    { param: keyHeader, retryAfter: 1, retryable: true },
  );
}

/**
 * The response to repeated requests whose original response is too large to store. Running the request again would
 * repeat the work.
 */
function tooLarge({ dialect, requestId }: RequestContext, limit: number): StoredResponse {
  const error = new EngineError(
    'conflict',
    `${keyHeader}: the request with this key succeeded, but its response was larger than ${limit} bytes and was not stored.`,
    { param: keyHeader, retryable: false },
  );
  const { status, headers, body } = encodeErrorOfDialect(error, dialect, requestId);
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}
