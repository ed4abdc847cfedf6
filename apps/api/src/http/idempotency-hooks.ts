import type { FastifyInstance } from 'fastify';
import type { Exchange } from './exchange.js';
import type { Idempotency } from './idempotency.js';

/** Puts `idempotency` before every POST and behind every JSON answer; streams record themselves while they are written. */
export function honourIdempotencyKeys(server: FastifyInstance, idempotency: Idempotency): void {
  server.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || request.is404) return undefined;
    const answer = await idempotency.begin(request);
    if (answer === undefined) return undefined;
    return reply.code(answer.status).headers({ ...answer.headers, 'idempotent-replayed': 'true' }).send(answer.body);
  });
  server.addHook('onSend', async (request, reply, payload) => {
    // What the router refuses has no exchange.
    const exchange: Exchange | undefined = request.exchange;
    const recording = exchange?.recording;
    if (recording === undefined) return payload;
    if (reply.statusCode >= 300 || typeof payload !== 'string') {
      await recording.abandon();
      return payload;
    }
    recording.take(payload);
    await recording.finish(reply.statusCode, String(reply.getHeader('content-type') ?? 'application/json'));
    return payload;
  });
}
