import { Readable } from 'node:stream';
import { runYielding, toUtf8Chunks, isLongJson, jsonChunks } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { storedHeaders } from '../../request-context/response-recording.js';
import type { RequestContext } from '../../request-context/request-context.js';
import { jsonMediaType } from '../../request-context/media-types.js';
import { warningHeader } from '../../request-context/warning-header.js';

/** Sends a complete response; yields to the event loop while a long one is written. */
export async function sendJson(reply: FastifyReply, requestContext: RequestContext, body: object): Promise<void> {
  void reply.code(200).headers(warningHeader(requestContext.log.warnings));
  if (isLongJson(body)) await sendLongJson(reply, requestContext, body);
  else void reply.send(body);
}

async function sendLongJson(
  reply: FastifyReply,
  { idempotentWrite, log }: RequestContext,
  body: object,
): Promise<void> {
  const recording = idempotentWrite?.recording;
  const chunks = await runYielding(toUtf8Chunks(jsonChunks(body)));
  for (const chunk of chunks) recording?.take(chunk);
  await recording?.finish(200, storedHeaders(jsonMediaType, log.warnings));
  const length = chunks.reduce((sum, { length: bytes }) => sum + bytes, 0);
  void reply.headers({ 'content-type': jsonMediaType, 'content-length': length }).send(Readable.from(chunks));
}
