import type { FastifyReply } from 'fastify';
import type { Exchange } from '../../exchange/exchange.js';
import { warningHeader } from '../../exchange/warning-header.js';

/** Sends a finished answer. */
export function sendJson(reply: FastifyReply, exchange: Exchange, body: object): void {
  void reply.code(200).headers(warningHeader(exchange.log.warnings)).send(body);
}
