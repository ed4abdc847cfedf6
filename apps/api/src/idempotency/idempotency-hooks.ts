import type { FastifyInstance, FastifyReply } from 'fastify';
import { keptHeaders, type AnswerRecording } from '../exchange/answer-recording.js';
import type { Exchange, ExchangeNotes } from '../exchange/exchange.js';
import type { Idempotency } from './idempotency.js';
import { keyHeader } from './idempotent-request.js';

/**
 * Puts `idempotency` before every POST and behind every JSON answer; streams record themselves while they are written. No handler runs for
 * a request that is over before.
 */
export function honourIdempotencyKeys(server: FastifyInstance, idempotency: Idempotency): void {
  server.addHook('preHandler', (request, reply, done) => {
    // Its body was still unpacked when the client left, say: what it asks for would be made for nobody.
    request.exchange.signal.throwIfAborted();
    if (request.method !== 'POST' || request.is404 || request.headers[keyHeader] === undefined) {
      done();
      return;
    }
    idempotency
      .begin(request)
      .then((repetition) => {
        if (repetition === undefined) {
          done();
          return;
        }
        const { answer, followed } = repetition;
        const { 'content-type': type, ...headers } = answer.headers;
        void reply.headers({ ...headers, 'idempotent-replayed': 'true' });
        if (followed === undefined) {
          void reply.code(answer.status).header('content-type', type).send(answer.body);
          return;
        }
        request.exchange.followed = followed;
        done();
      })
      .catch(done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    // What the router refuses has no exchange.
    const exchange: Exchange | undefined = request.exchange;
    const recording = exchange?.recording;
    if (recording === undefined) done();
    else record(recording, exchange.log.warnings, reply, payload).then(() => done(), done);
  });
}

async function record(recording: AnswerRecording, warnings: ExchangeNotes['warnings'], reply: FastifyReply, payload: unknown): Promise<void> {
  if (reply.statusCode >= 300 || typeof payload !== 'string') {
    await recording.abandon();
    return;
  }
  recording.take(payload);
  await recording.finish(reply.statusCode, keptHeaders(String(reply.getHeader('content-type') ?? 'application/json'), warnings));
}
