import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds in which a rejected client may read the response while the rest of its body is discarded. */
const graceMs = 2_000;

/** Closes the connection soon after the response where the body is still arriving. Node discards what does. */
export function closeUnreadBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    if (raw.complete) return;
    const timer = setTimeout(() => raw.destroy(), graceMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
