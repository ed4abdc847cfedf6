import { Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { Clock, JsonObject } from '@org/engine';
import { fileBatchCreateParamsSchema } from '@org/protocol/responses';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { CLOCK } from '../engine/tokens.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { recordUnknownFields } from '../request-context/unknown-fields.js';
import { LargeBody } from '../http/body/large-body.decorator.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { sendJson } from '../http/reply/send-json.js';
import { pollAfter } from './poll-after.js';
import { VectorStoreFiles } from './vector-store-files.js';

@Controller('v1/vector_stores/:id/file_batches')
export class FileBatchesController {
  constructor(
    @Inject(VectorStoreFiles) private readonly files: VectorStoreFiles,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @LargeBody()
  async create(
    @Param('id') id: string,
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, fileBatchCreateParamsSchema.shape);
    const batch = await this.files.createBatch(owner, id, body, requestContext);
    await sendJson(reply.headers(pollAfter(batch, this.clock.now())), requestContext, batch);
  }

  @Get(':batchId')
  @LimitedAs('read')
  async retrieve(
    @Param('id') id: string,
    @Param('batchId') batchId: string,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const batch = await this.files.retrieveBatch(owner, id, batchId);
    await sendJson(reply.headers(pollAfter(batch, this.clock.now())), requestContext, batch);
  }

  @Post(':batchId/cancel')
  @LimitedAs('read')
  @HttpCode(200)
  cancel(
    @Param('id') id: string,
    @Param('batchId') batchId: string,
    @CurrentOwner() owner: string,
  ): Promise<JsonObject> {
    return this.files.cancelBatch(owner, id, batchId);
  }

  @Get(':batchId/files')
  @LimitedAs('read')
  list(
    @Param('id') id: string,
    @Param('batchId') batchId: string,
    @Query() query: unknown,
    @CurrentOwner() owner: string,
  ): Promise<JsonObject> {
    return this.files.list(owner, id, query, batchId);
  }
}
