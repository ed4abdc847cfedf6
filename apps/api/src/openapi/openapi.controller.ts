import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/public.decorator.js';
import { sendCompressed, type CompressedContent } from '../http/reply/send-compressed.js';

/** The service describes itself: to programs here, to people under `/docs`. */
@Controller('openapi.json')
export class OpenApiController {
  #document: Promise<CompressedContent> | undefined;

  @Get()
  @Public()
  async describe(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.#document ??= makeDocument();
    await sendCompressed(request, reply, await this.#document);
  }
}

/** Created at the first request: the conversion of all schemas to JSON Schema would be a tenth of every start. */
async function makeDocument(): Promise<CompressedContent> {
  const [{ openApiDocument }, { serviceVersion }] = await Promise.all([
    import('./document.js'),
    import('./service-version.js'),
  ]);
  const json = Buffer.from(JSON.stringify(openApiDocument(serviceVersion())));
  const compressed = await promisify(gzip)(json);
  return {
    type: 'application/json; charset=utf-8',
    etag: createHash('sha256').update(json).digest('base64url').slice(0, 20),
    encodings: ['gzip'],
    immutable: false,
    read: async (encoding) => (encoding === undefined ? json : compressed),
  };
}
