import { Controller, Inject, Post, Res, UseGuards } from '@nestjs/common';
import { countedMessages, encodeTokenCount, messagesDialect } from '@org/dialects/messages';
import type { FastifyReply } from 'fastify';
import { AsksModel } from '../http/asks-model.decorator.js';
import { CurrentExchange } from '../http/current-exchange.decorator.js';
import { CurrentOwner } from '../http/current-owner.decorator.js';
import type { Exchange } from '../http/exchange.js';
import { sendJson } from '../http/send-json.js';
import { VersionGuard } from '../http/version.guard.js';
import { WireBody } from '../http/wire-body.decorator.js';
import { Turns } from '../turn/turns.js';

@Controller('v1/messages')
@UseGuards(VersionGuard)
export class MessagesController {
  constructor(@Inject(Turns) private readonly turns: Turns) {}

  @Post()
  @AsksModel('generation')
  create(@WireBody() body: unknown, @CurrentOwner() owner: string, @CurrentExchange() exchange: Exchange, @Res() reply: FastifyReply): Promise<void> {
    return this.turns.answer(messagesDialect, body, owner, exchange, reply);
  }

  @Post('count_tokens')
  @AsksModel('question')
  async countTokens(@WireBody() body: unknown, @CurrentOwner() owner: string, @CurrentExchange() exchange: Exchange, @Res() reply: FastifyReply): Promise<void> {
    const { request, turn } = await this.turns.decode(countedMessages, body, owner, exchange);
    sendJson(reply, exchange, encodeTokenCount(turn, await this.turns.countTokens(turn, countedMessages.clientWords(request, turn), owner, exchange)));
  }
}
