import { Controller, Delete, Get, Inject, Param, Post, Res } from '@nestjs/common';
import type { JsonObject } from '@org/engine/model/json';
import type { FastifyReply } from 'fastify';
import { conversationCreateParamsSchema, conversationUpdateParamsSchema } from '@org/protocol/responses';
import { CurrentExchange } from '../http/current-exchange.decorator.js';
import { CurrentOwner } from '../http/current-owner.decorator.js';
import type { Exchange } from '../http/exchange.js';
import { LargeBody } from '../http/large-body.decorator.js';
import { noteUnknownFields } from '../http/note-unknown-fields.js';
import { sendJson } from '../http/send-json.js';
import { WireBody } from '../http/wire-body.decorator.js';
import { Conversations } from './conversations.js';

@Controller('v1/conversations')
export class ConversationsController {
  constructor(@Inject(Conversations) private readonly conversations: Conversations) {}

  @Post()
  @LargeBody()
  async create(@WireBody('optional') body: unknown, @CurrentOwner() owner: string, @CurrentExchange() exchange: Exchange, @Res() reply: FastifyReply): Promise<void> {
    noteUnknownFields(exchange, body, conversationCreateParamsSchema.shape);
    sendJson(reply, exchange, await this.conversations.create(owner, body));
  }

  @Get(':id')
  retrieve(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.retrieve(owner, id);
  }

  @Post(':id')
  async update(@Param('id') id: string, @WireBody() body: unknown, @CurrentOwner() owner: string, @CurrentExchange() exchange: Exchange, @Res() reply: FastifyReply): Promise<void> {
    noteUnknownFields(exchange, body, conversationUpdateParamsSchema.shape);
    sendJson(reply, exchange, await this.conversations.update(owner, id, body));
  }

  @Delete(':id')
  delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.delete(owner, id);
  }
}
