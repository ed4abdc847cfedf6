import { Controller, Delete, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { JsonObject } from '@org/engine';
import { itemCreateParamsSchema } from '@org/protocol/responses';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { recordUnknownFields } from '../request-context/unknown-fields.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { LargeBody } from '../http/body/large-body.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { parseQuery } from '../http/parse-query.js';
import { sendJson } from '../http/reply/send-json.js';
import { IncludeQuery, includedBy } from '../responses/include-query.js';
import { ItemPageQuery } from '../responses/item-page.js';
import { ConversationItems } from './conversation-items.js';
import { Conversations } from './conversations.js';

/** Items are stored and shown with all fields; `include` adds derived ones. */
@Controller('v1/conversations/:id/items')
export class ConversationItemsController {
  constructor(
    @Inject(ConversationItems) private readonly items: ConversationItems,
    @Inject(Conversations) private readonly conversations: Conversations,
  ) {}

  @Post()
  @LargeBody()
  async create(
    @Param('id') id: string,
    @ApiBody() body: unknown,
    @Query() query: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    recordUnknownFields(requestContext, body, itemCreateParamsSchema.shape);
    await sendJson(
      reply,
      requestContext,
      await this.items.create(owner, id, body, includedBy(parseQuery(IncludeQuery, query)), requestContext),
    );
  }

  @Get()
  @LimitedAs('read')
  async list(
    @Param('id') id: string,
    @Query() query: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendJson(reply, requestContext, await this.items.list(owner, id, parseQuery(ItemPageQuery, query)));
  }

  @Get(':itemId')
  @LimitedAs('read')
  async retrieve(
    @Param('id') id: string,
    @Param('itemId') itemId: string,
    @Query() query: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const include = includedBy(parseQuery(IncludeQuery, query));
    await sendJson(reply, requestContext, await this.items.retrieve(owner, id, itemId, include));
  }

  /** Returns the conversation, not the item. */
  @Delete(':itemId')
  @LimitedAs('read')
  async delete(
    @Param('id') id: string,
    @Param('itemId') itemId: string,
    @CurrentOwner() owner: string,
  ): Promise<JsonObject> {
    await this.items.delete(owner, id, itemId);
    return this.conversations.retrieve(owner, id);
  }
}
