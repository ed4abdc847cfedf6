import { Controller, Delete, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { Clock, JsonObject } from '@org/engine';
import { vectorStoreFileCreateParamsSchema, vectorStoreFileUpdateParamsSchema } from '@org/protocol/responses';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { CLOCK } from '../engine/tokens.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { recordUnknownFields } from '../request-context/unknown-fields.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { parseQuery } from '../http/parse-query.js';
import { sendJson } from '../http/reply/send-json.js';
import { pollAfter } from './poll-after.js';
import { ContentPageQuery } from './vector-store-page-query.js';
import { VectorStoreFiles } from './vector-store-files.js';

@Controller('v1/vector_stores/:id/files')
export class VectorStoreFilesController {
  constructor(
    @Inject(VectorStoreFiles) private readonly files: VectorStoreFiles,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @LimitedAs('write')
  async attach(
    @Param('id') id: string,
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, vectorStoreFileCreateParamsSchema.shape);
    const file = await this.files.attach(owner, id, body, requestContext);
    await sendJson(reply.headers(pollAfter(file, this.clock.now())), requestContext, file);
  }

  @Get()
  @LimitedAs('read')
  list(@Param('id') id: string, @Query() query: unknown, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.files.list(owner, id, query);
  }

  @Get(':fileId')
  @LimitedAs('read')
  async retrieve(
    @Param('id') id: string,
    @Param('fileId') fileId: string,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.files.retrieve(owner, id, fileId);
    await sendJson(reply.headers(pollAfter(file, this.clock.now())), requestContext, file);
  }

  @Post(':fileId')
  @LimitedAs('write')
  async update(
    @Param('id') id: string,
    @Param('fileId') fileId: string,
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, vectorStoreFileUpdateParamsSchema.shape);
    await sendJson(reply, requestContext, await this.files.setAttributes(owner, id, fileId, body));
  }

  @Delete(':fileId')
  @LimitedAs('read')
  detach(@Param('id') id: string, @Param('fileId') fileId: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.files.detach(owner, id, fileId);
  }

  @Get(':fileId/content')
  @LimitedAs('read')
  content(
    @Param('id') id: string,
    @Param('fileId') fileId: string,
    @Query() query: unknown,
    @CurrentOwner() owner: string,
  ): Promise<JsonObject> {
    return this.files.content(owner, id, fileId, parseQuery(ContentPageQuery, query).page);
  }
}
