import type { StoredResponse } from '@org/engine';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { storedHeaders, type ResponseRecording } from '../request-context/response-recording.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { RequestLog } from '../request-context/request-log.js';
import { hasForm } from '../request-context/has-form.js';
import type { Idempotency } from './idempotency.js';
import { keyHeader } from './idempotent-request.js';

/**
 * Runs `idempotency` before every POST and after every JSON response; streams record themselves while they are
 * written. No handler runs for a request that has already ended.
 */
export function honourIdempotencyKeys(server: FastifyInstance, idempotency: Idempotency): void {
  server.addHook('preHandler', (request, reply, done) => {
    // The client may have disconnected while its body was decompressed: the work would have no reader.
    request.requestContext.signal.throwIfAborted();
    // What is uploaded is not known before its route has read it.
    const later = hasForm(request);
    if (request.method !== 'POST' || request.is404 || later || request.headers[keyHeader] === undefined) {
      done();
      return;
    }
    idempotency
      .start(request)
      .then((repetition) => {
        if (repetition === undefined) {
          done();
          return;
        }
        const { response, followed } = repetition;
        if (followed === undefined) {
          sendStoredResponse(reply, response);
          return;
        }
        const { 'content-type': _, ...headers } = response.headers;
        void reply.headers({ ...headers, 'idempotent-replayed': 'true' });
        if (request.requestContext.idempotentWrite !== undefined)
          request.requestContext.idempotentWrite.followed = followed;
        done();
      })
      .catch(done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    // A request that the router rejects has no request context.
    const requestContext: RequestContext | undefined = request.requestContext;
    const recording = requestContext?.idempotentWrite?.recording;
    if (recording === undefined) done();
    else record(recording, requestContext.log.warnings, reply, payload).then(() => done(), done);
  });
}

/** Sends the stored response of the first request. */
export function sendStoredResponse(reply: FastifyReply, { status, headers, body }: StoredResponse): void {
  void reply
    .code(status)
    .headers({ ...headers, 'idempotent-replayed': 'true' })
    .send(body);
}

async function record(
  recording: ResponseRecording,
  warnings: RequestLog['warnings'],
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  if (reply.statusCode >= 300 || typeof payload !== 'string') {
    await recording.abandon();
    return;
  }
  recording.take(payload);
  await recording.finish(
    reply.statusCode,
    storedHeaders(String(reply.getHeader('content-type') ?? 'application/json'), warnings),
  );
}
