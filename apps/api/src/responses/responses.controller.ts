import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { responsesDialect } from '@org/dialects/responses';
import type { JsonObject } from '@org/engine/model/json';
import type { FastifyReply } from 'fastify';
import { CurrentExchange } from '../http/current-exchange.decorator.js';
import { CurrentOwner } from '../http/current-owner.decorator.js';
import type { Exchange } from '../http/exchange.js';
import { LargeBody } from '../http/large-body.decorator.js';
import { parseQuery } from '../http/query.js';
import { WireBody } from '../http/wire-body.decorator.js';
import { Turns } from '../turn/turns.js';
import { ItemPageQuery, type ItemPage } from './item-page.js';
import { RetrieveQuery } from './retrieve-query.js';
import { StoredResponses } from './stored-responses.js';

@Controller('v1/responses')
export class ResponsesController {
  constructor(
    @Inject(Turns) private readonly turns: Turns,
    @Inject(StoredResponses) private readonly stored: StoredResponses,
  ) {}

  @Post()
  @LargeBody()
  create(@WireBody() body: unknown, @CurrentOwner() owner: string, @CurrentExchange() exchange: Exchange, @Res() reply: FastifyReply): Promise<void> {
    return this.turns.answer(responsesDialect, body, owner, exchange, reply);
  }

  @Post('input_tokens')
  @HttpCode(200)
  @LargeBody()
  async countTokens(@WireBody() body: unknown, @CurrentOwner() owner: string, @CurrentExchange() exchange: Exchange): Promise<JsonObject> {
    const { turn } = await this.turns.decode(responsesDialect, body, owner, exchange);
    return { object: 'response.input_tokens', input_tokens: await this.turns.countTokens(turn, owner, exchange) };
  }

  @Get(':id')
  retrieve(@Param('id') id: string, @Query() query: unknown, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.stored.retrieve(owner, id, parseQuery(RetrieveQuery, query));
  }

  @Delete(':id')
  delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.stored.delete(owner, id);
  }

  @Get(':id/input_items')
  inputItems(@Param('id') id: string, @Query() query: unknown, @CurrentOwner() owner: string): Promise<ItemPage> {
    return this.stored.inputItems(owner, id, parseQuery(ItemPageQuery, query));
  }
}
