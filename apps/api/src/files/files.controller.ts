import { Readable } from 'node:stream';
import { Controller, Delete, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type DialectId, EngineError, fileChunkBytes, type JsonObject } from '@org/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { AcceptsUpload } from '../http/body/accepts-upload.decorator.js';
import { parseQuery } from '../http/parse-query.js';
import { sendJson } from '../http/reply/send-json.js';
import { sendStoredResponse } from '../idempotency/idempotency-hooks.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { contentDisposition } from './content-disposition.js';
import { FilePageQuery, MessagesFilePageQuery } from './file-page-query.js';
import { encodeDeletedFile, encodeFile, encodeFilePage } from './file-payload.js';
import { Files } from './files.js';

/** Approximate bytes of a download in memory at a time: the chunk that is sent, and the next one. */
const downloadMemoryBytes = 2 * fileChunkBytes;

/** The paths are the same in both dialects: the version header selects the dialect. */
@Controller('v1/files')
export class FilesController {
  constructor(
    @Inject(Files) private readonly files: Files,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(MemoryBudget) private readonly memoryBudget: MemoryBudget,
  ) {}

  /** Whether a repeated idempotency key belongs to the same file is known only after the complete upload. */
  @Post()
  @AcceptsUpload()
  async upload(
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { body, headers } = request;
    if (!(body instanceof Readable))
      throw new EngineError(
        'invalid-request',
        'The body is empty; a form (multipart/form-data) with a file was expected.',
      );
    // Otherwise the unread rest of a rejected body would have to be read.
    if (headers['content-length'] === undefined) void reply.header('connection', 'close');
    const upload = await this.files.take(owner, body, headers['content-type'] ?? '', requestContext);
    if (requestContext.idempotentWrite !== undefined) requestContext.idempotentWrite.bodyHash = upload.hash;
    requestContext.log.warnings = upload.unknown.map((field) => ({
      kind: 'ignored',
      param: field,
      message: `'${field}' is unknown; the service ignores it.`,
    }));
    try {
      const known = await this.idempotency.start(request);
      if (known === undefined) {
        await sendJson(reply, requestContext, await upload.finish());
        return;
      }
      await upload.discard();
      sendStoredResponse(reply, known.response);
    } catch (thrown) {
      await upload.discard().catch(() => undefined); // A sweep forgets it, too.
      throw thrown;
    }
  }

  @Get()
  @LimitedAs('read')
  async list(
    @Query() query: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() { dialect }: RequestContext,
  ): Promise<JsonObject> {
    return encodeFilePage(await this.#page(owner, query, dialect), dialect);
  }

  @Get(':id')
  @LimitedAs('read')
  async retrieve(
    @Param('id') id: string,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() { dialect }: RequestContext,
  ): Promise<JsonObject> {
    return encodeFile(await this.files.retrieve(owner, id), dialect);
  }

  @Delete(':id')
  @LimitedAs('read')
  async delete(
    @Param('id') id: string,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() { dialect }: RequestContext,
  ): Promise<JsonObject> {
    await this.files.delete(owner, id);
    return encodeDeletedFile(id, dialect);
  }

  /** Always downloaded, never displayed: a page that a client uploaded must not run as one of this service. */
  @Get(':id/content')
  @LimitedAs('read')
  async content(
    @Param('id') id: string,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.files.retrieve(owner, id);
    await this.memoryBudget.reserve(requestContext, Math.min(file.size, downloadMemoryBytes));
    void reply
      .headers({
        'content-type': file.mediaType,
        'content-length': file.size,
        'content-disposition': contentDisposition(file.filename),
      })
      .send(Readable.from(this.files.content(file), { objectMode: false }));
  }

  #page(owner: string, query: unknown, dialect: DialectId): ReturnType<Files['list']> {
    switch (dialect) {
      case 'messages':
        return this.#messagesPage(owner, query);
      case 'responses':
        return this.files.list(owner, parseQuery(FilePageQuery, query));
    }
  }

  async #messagesPage(owner: string, query: unknown): ReturnType<Files['list']> {
    const { ids, limit, page } = parseQuery(MessagesFilePageQuery, query);
    if (ids.length === 0)
      return await this.files.list(owner, {
        order: 'desc',
        limit: limit ?? 20,
        ...(page !== undefined && { after: page }),
      });
    if (limit !== undefined || page !== undefined)
      throw new EngineError('invalid-request', 'ids: cannot be combined with limit or page.', { param: 'ids' });
    return await this.files.find(owner, ids);
  }
}
