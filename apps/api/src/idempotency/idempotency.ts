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
import { renderError } from '../errors/render-error.js';
import { ResponseRecording, type Settlement } from '../request-context/response-recording.js';
import type { RequestContext } from '../request-context/request-context.js';
import { createResponseCipher, encryptResponse, decryptResponse, type ResponseCipher } from './response-cipher.js';
import { fingerprintOf, idempotencyKeyOf, keyHeader } from './idempotent-request.js';
import { KeyLease } from './key-lease.js';
import { madeBy, type Made } from './created-by-response.js';

const hourMs = 3_600_000;
/** Between two looks at a request that somebody else runs. */
const lookMs = 100;
/** Time that work gets to end after it was told to, before its key is given up. */
const endingMs = 5000;

/** What is told who sends a request again. */
export interface Repetition {
  readonly response: StoredResponse;
  /** The response to follow in the place of its body. */
  readonly followed?: string;
}

export interface IdempotencyOptions {
  readonly config: ServiceConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly reasoningSigners: ReasoningSigners;
}

/**
 * Runs a POST with an `idempotency-key` once, by whichever replica, and answers its repetitions with the bytes of the
 * first answer. Only success is kept: a repetition of what failed runs anew. A copy that comes while the first one runs
 * waits for it, and is asked to come again (409) when that takes too long.
 *
 * The work goes on when its client leaves, because the client will be back for the answer; it is ended when its time is
 * over, or when this process could not show for too long that it works on it. A process that vanishes frees its keys with
 * that: no two runs of one key overlap, and none has to be waited for in vain.
 */
export class Idempotency {
  readonly #heldLeases = new HeldLeases();

  readonly #options: IdempotencyOptions;

  constructor(options: IdempotencyOptions) {
    this.#options = options;
  }

  /** What to repeat, or nothing when the request is to be run. */
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
        // Its client left while the key was taken, and nothing was begun yet. As with all that is refused, the key is free again.
        requestContext.signal.throwIfAborted();
        return undefined;
      case 'answered':
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

  /** An answer is not brought back under its key once what it tells of was deleted. */
  async #repeat(
    owner: string,
    response: StoredResponse,
    { routeOptions, params, body }: FastifyRequest,
  ): Promise<Repetition> {
    const { id } = objectOf(params);
    const inConversation = routeOptions.url?.startsWith('/v1/conversations/:') === true && typeof id === 'string';
    const made = madeBy(response, { conversationId: inConversation ? id : undefined, body });
    if (made === undefined) return { response };
    if (await this.#exists(owner, made)) return { response, ...(made.followed === true ? { followed: made.id } : {}) };
    throw new EngineError(
      'not-found',
      `${keyHeader}: the object that the request with this key created was deleted. Use a new key.`,
      {
        param: keyHeader,
        retryable: false,
      },
    );
  }

  async #exists(owner: string, { kind, id }: Made): Promise<boolean> {
    switch (kind) {
      case 'turn':
        return (await this.#options.store.getTurn(owner, id)) !== undefined;
      case 'conversation':
        return (await this.#options.store.getConversation(owner, id)) !== undefined;
      case 'file':
        return (await this.#options.store.getFile(owner, id)) !== undefined;
    }
  }

  /** Asks the store until it is this request's turn, its answer is there, or the patience is over. */
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
      await pause(lookMs, undefined, { signal: requestContext.signal }).catch((thrown: unknown) => {
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
    // The number is held until the work has ended: no copy begins here beside it.
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
    // Whatever becomes of work that was told to end: its key is not left behind as one that runs.
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
          // The answer itself is good and goes to the client; only repeating it is not possible.
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

/** What is told who still waits for a run that had to give way. */
function attemptSuperseded(): EngineError {
  return new EngineError(
    'conflict',
    `${keyHeader}: the service stalled, and another attempt of this request may have started. Retry with the same key.`,
    { param: keyHeader, retryAfter: 1, retryable: true },
  );
}

/** What repetitions get instead of an answer that is too large to keep. Running the request again would do the work twice. */
function tooLarge({ dialect, requestId }: RequestContext, limit: number): StoredResponse {
  const error = new EngineError(
    'conflict',
    `${keyHeader}: the request with this key succeeded, but its response was larger than ${limit} bytes and was not stored.`,
    { param: keyHeader, retryable: false },
  );
  const { status, headers, body } = renderError(error, dialect, requestId);
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}
