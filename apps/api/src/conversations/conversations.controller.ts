import { Controller, Delete, Get, Inject, Param, Post, Res } from '@nestjs/common';
import type { JsonObject } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { conversationCreateParamsSchema, conversationUpdateParamsSchema } from '@org/protocol/responses';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { CurrentExchange } from '../exchange/current-exchange.decorator.js';
import type { Exchange } from '../exchange/exchange.js';
import { noteUnknownFields } from '../exchange/note-unknown-fields.js';
import { LargeBody } from '../http/body/large-body.decorator.js';
import { WireBody } from '../http/body/wire-body.decorator.js';
import { sendJson } from '../http/reply/send-json.js';
import { Conversations } from './conversations.js';

@Controller('v1/conversations')
export class ConversationsController {
  constructor(@Inject(Conversations) private readonly conversations: Conversations) {}

  @Post()
  @LargeBody()
  async create(
    @WireBody('optional') body: unknown,
    @CurrentOwner() owner: string,
    @CurrentExchange() exchange: Exchange,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    noteUnknownFields(exchange, body, conversationCreateParamsSchema.shape);
    await sendJson(reply, exchange, await this.conversations.create(owner, body, exchange));
  }

  @Get(':id')
  retrieve(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.retrieve(owner, id);
  }

  @Post(':id')
  async update(
    @Param('id') id: string,
    @WireBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentExchange() exchange: Exchange,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    noteUnknownFields(exchange, body, conversationUpdateParamsSchema.shape);
    await sendJson(reply, exchange, await this.conversations.update(owner, id, body, exchange));
  }

  @Delete(':id')
  delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.delete(owner, id);
  }
}
