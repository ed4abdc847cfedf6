import { Controller, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AsksModel } from '../http/asks-model.decorator.js';
import { CurrentExchange } from '../http/current-exchange.decorator.js';
import { CurrentOwner } from '../http/current-owner.decorator.js';
import type { Exchange } from '../http/exchange.js';
import { sendJson } from '../http/send-json.js';
import { WireBody } from '../http/wire-body.decorator.js';
import { Compactions } from './compactions.js';

@Controller('v1/responses/compact')
export class CompactionController {
  constructor(@Inject(Compactions) private readonly compactions: Compactions) {}

  @Post()
  @AsksModel('generation')
  async compact(@WireBody() body: unknown, @CurrentOwner() owner: string, @CurrentExchange() exchange: Exchange, @Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, exchange, await this.compactions.compact(body, owner, exchange));
  }
}
