import { Controller, Delete, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { JsonObject } from '@org/engine';
import { containerCreateParamsSchema } from '@org/protocol/responses';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { parseQuery } from '../http/parse-query.js';
import { sendJson } from '../http/reply/send-json.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { recordUnknownFields } from '../request-context/unknown-fields.js';
import { ContainerPageQuery } from './container-page-query.js';
import { Containers } from './containers.js';

@Controller('v1/containers')
export class ContainersController {
  constructor(@Inject(Containers) private readonly containers: Containers) {}

  @Post()
  @LimitedAs('write')
  async create(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, containerCreateParamsSchema.shape);
    await sendJson(reply, requestContext, await this.containers.create(owner, body, requestContext));
  }

  @Get()
  @LimitedAs('read')
  list(@Query() query: unknown, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.containers.list(owner, parseQuery(ContainerPageQuery, query));
  }

  @Get(':id')
  @LimitedAs('read')
  retrieve(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.containers.retrieve(owner, id);
  }

  @Delete(':id')
  @LimitedAs('read')
  delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.containers.delete(owner, id);
  }
}
