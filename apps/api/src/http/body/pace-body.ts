import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseRaw, shortChunksCode } from '../reply/refuse-raw.js';
import { PacedMessage } from './paced-message.js';
import type { ReadTurns } from './read-turns.js';

/** Milliseconds in which the client may read the response. Its own end shows nothing, because nothing more is read. */
const graceMs = 1_000;

/** Bounds the time that the chunks of a body take; to be called before the body arrives. */
export function paceBody({ raw, id, headers }: FastifyRequest, reply: FastifyReply, turns: ReadTurns): void {
  if (headers['transfer-encoding'] === undefined || !(raw instanceof PacedMessage)) return;
  const { socket } = raw;
  raw.pace(turns, () => {
    if (reply.raw.headersSent) {
      socket.destroy();
      return;
    }
    const rawPacket = Buffer.from(`${raw.method} ${raw.url}`);
    refuseRaw(Object.assign(new Error(), { code: shortChunksCode, rawPacket }), socket, id);
    const timer = setTimeout(() => socket.destroy(), graceMs).unref();
    socket.once('close', () => clearTimeout(timer));
  });
}
