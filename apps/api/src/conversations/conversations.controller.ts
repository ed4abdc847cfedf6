import { Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { JsonObject } from '@org/engine/model/json';
import { CurrentOwner } from '../http/current-owner.decorator.js';
import { LargeBody } from '../http/large-body.decorator.js';
import { WireBody } from '../http/wire-body.decorator.js';
import { Conversations } from './conversations.js';

@Controller('v1/conversations')
export class ConversationsController {
  constructor(@Inject(Conversations) private readonly conversations: Conversations) {}

  @Post()
  @HttpCode(200)
  @LargeBody()
  create(@WireBody() body: unknown, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.create(owner, body);
  }

  @Get(':id')
  retrieve(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.retrieve(owner, id);
  }

  @Post(':id')
  @HttpCode(200)
  update(@Param('id') id: string, @WireBody() body: unknown, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.update(owner, id, body);
  }

  @Delete(':id')
  delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.conversations.delete(owner, id);
  }
}
