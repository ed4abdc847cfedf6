import { Readable } from 'node:stream';
import { Controller, Delete, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { parseBody } from '@org/dialects/responses';
import { fileChunkBytes, type JsonObject } from '@org/engine';
import { containerFileCreateParamsSchema } from '@org/protocol/responses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { contentDisposition } from '../files/content-disposition.js';
import { AcceptsUploadOrJson } from '../http/body/accepts-upload.decorator.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { parseQuery } from '../http/parse-query.js';
import { sendJson } from '../http/reply/send-json.js';
import { sendStoredResponse } from '../idempotency/idempotency-hooks.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { ContainerFilePageQuery } from './container-page-query.js';
import { ContainerFiles } from './container-files.js';
import { Containers } from './containers.js';

@Controller('v1/containers/:id/files')
export class ContainerFilesController {
  constructor(
    @Inject(Containers) private readonly containers: Containers,
    @Inject(ContainerFiles) private readonly files: ContainerFiles,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(MemoryBudget) private readonly memoryBudget: MemoryBudget,
  ) {}

  @Post()
  @AcceptsUploadOrJson()
  async create(
    @Param('id') id: string,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { body, headers } = request;
    await this.containers.find(owner, id);
    if (!(body instanceof Readable)) {
      const { file_id: fileId = '' } = parseBody(containerFileCreateParamsSchema, body ?? {});
      return await sendJson(reply, requestContext, await this.files.add(owner, id, { fileId, isOwned: false }));
    }
    // Otherwise the unread rest of a rejected body would have to be read.
    if (headers['content-length'] === undefined) void reply.header('connection', 'close');
    const received = await this.files.receive(owner, body, headers['content-type'] ?? '', requestContext);
    if (requestContext.idempotentWrite !== undefined) requestContext.idempotentWrite.bodyHash = received.hash;
    try {
      const known = await this.idempotency.start(request);
      if (known === undefined) return await sendJson(reply, requestContext, await this.files.add(owner, id, received));
      await this.files.discard(owner, received);
      sendStoredResponse(reply, known.response);
    } catch (thrown) {
      await this.files.discard(owner, received).catch(() => undefined);
      throw thrown;
    }
  }

  @Get()
  @LimitedAs('read')
  list(@Param('id') id: string, @Query() query: unknown, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.files.list(owner, id, parseQuery(ContainerFilePageQuery, query));
  }

  @Get(':fileId')
  @LimitedAs('read')
  retrieve(
    @Param('id') id: string,
    @Param('fileId') fileId: string,
    @CurrentOwner() owner: string,
  ): Promise<JsonObject> {
    return this.files.retrieve(owner, id, fileId);
  }

  @Delete(':fileId')
  @LimitedAs('read')
  delete(@Param('id') id: string, @Param('fileId') fileId: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.files.delete(owner, id, fileId);
  }

  /** Always downloaded, never displayed: a page that code made must not run as one of this service. */
  @Get(':fileId/content')
  @LimitedAs('read')
  async content(
    @Param('id') id: string,
    @Param('fileId') fileId: string,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { file, chunks } = await this.files.content(owner, id, fileId);
    await this.memoryBudget.reserve(requestContext, Math.min(file.size, 2 * fileChunkBytes));
    void reply
      .headers({
        'content-type': file.mediaType,
        'content-length': file.size,
        'content-disposition': contentDisposition(file.filename),
      })
      .send(Readable.from(chunks, { objectMode: false }));
  }
}
