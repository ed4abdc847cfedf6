import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { JsonObject } from '@org/engine';
import {
  vectorStoreCreateParamsSchema,
  vectorStoreSearchParamsSchema,
  vectorStoreUpdateParamsSchema,
} from '@org/protocol/responses';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { recordUnknownFields } from '../request-context/unknown-fields.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { parseQuery } from '../http/parse-query.js';
import { sendJson } from '../http/reply/send-json.js';
import { VectorStorePageQuery } from './vector-store-page-query.js';
import { VectorStores } from './vector-stores.js';

@Controller('v1/vector_stores')
export class VectorStoresController {
  constructor(@Inject(VectorStores) private readonly vectorStores: VectorStores) {}

  @Post()
  @LimitedAs('write')
  async create(
    @ApiBody('optional') body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, vectorStoreCreateParamsSchema.shape);
    await sendJson(reply, requestContext, await this.vectorStores.create(owner, body, requestContext));
  }

  @Get()
  @LimitedAs('read')
  list(@Query() query: unknown, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.vectorStores.list(owner, parseQuery(VectorStorePageQuery, query));
  }

  @Get(':id')
  @LimitedAs('read')
  retrieve(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.vectorStores.retrieve(owner, id);
  }

  @Post(':id')
  @LimitedAs('write')
  async update(
    @Param('id') id: string,
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, vectorStoreUpdateParamsSchema.shape);
    await sendJson(reply, requestContext, await this.vectorStores.update(owner, id, body));
  }

  @Delete(':id')
  @LimitedAs('read')
  delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.vectorStores.delete(owner, id);
  }

  @Post(':id/search')
  @LimitedAs('question')
  @HttpCode(200)
  async search(
    @Param('id') id: string,
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, vectorStoreSearchParamsSchema.shape);
    await sendJson(reply, requestContext, await this.vectorStores.search(owner, id, body, requestContext));
  }
}
