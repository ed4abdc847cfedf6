import { Controller, Delete, Get, Inject, Param, Post, Res } from '@nestjs/common';
import type { JsonObject } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { conversationCreateParamsSchema, conversationUpdateParamsSchema } from '@org/protocol/responses';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { recordUnknownFields } from '../request-context/unknown-fields.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { LargeBody } from '../http/body/large-body.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { sendJson } from '../http/reply/send-json.js';
import { Conversations } from './conversations.js';

@Controller('v1/conversations')
export class ConversationsController {
  constructor(@Inject(Conversations) private readonly conversations: Conversations) {}

  @Post()
  @LargeBody()
  async create(
    @ApiBody('optional') body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, conversationCreateParamsSchema.shape);
    await sendJson(reply, requestContext, await this.conversations.create(owner, body, requestContext));
  }

  @Get(':id')
  @LimitedAs('read')
  retrieve(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.retrieve(owner, id);
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
    recordUnknownFields(requestContext, body, conversationUpdateParamsSchema.shape);
    await sendJson(reply, requestContext, await this.conversations.update(owner, id, body, requestContext));
  }

  @Delete(':id')
  @LimitedAs('read')
  delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.delete(owner, id);
  }
}
