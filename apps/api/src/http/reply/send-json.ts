import { Readable } from 'node:stream';
import { bytesWithRests, isLongJson, jsonPieces } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { keptHeaders } from '../../exchange/answer-recording.js';
import type { Exchange } from '../../exchange/exchange.js';
import { jsonMediaType } from '../../exchange/json-answer.js';
import { warningHeader } from '../../exchange/warning-header.js';

/** Sends a finished answer. Others have their turn while a long one is written. */
export async function sendJson(reply: FastifyReply, exchange: Exchange, body: object): Promise<void> {
  void reply.code(200).headers(warningHeader(exchange.log.warnings));
  if (isLongJson(body)) await sendLong(reply, exchange, body);
  else void reply.send(body);
}

async function sendLong(reply: FastifyReply, { recording, log }: Exchange, body: object): Promise<void> {
  const pieces = await bytesWithRests(jsonPieces(body));
  for (const piece of pieces) recording?.take(piece);
  await recording?.finish(200, keptHeaders(jsonMediaType, log.warnings));
  const length = pieces.reduce((sum, { length: bytes }) => sum + bytes, 0);
  void reply.headers({ 'content-type': jsonMediaType, 'content-length': length }).send(Readable.from(pieces));
}
