import { Controller, Inject, Post, Res, UseGuards } from '@nestjs/common';
import { countedMessages, encodeTokenCount, messagesDialect } from '@org/dialects/messages';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG } from '../engine/tokens.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { ModelRequest } from '../http/model-request.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { respondWithTurn } from '../http/reply/respond-with-turn.js';
import { sendJson } from '../http/reply/send-json.js';
import { VersionGuard } from '../http/version.guard.js';
import { Turns } from '../turn/turns.js';

@Controller('v1/messages')
@UseGuards(VersionGuard)
export class MessagesController {
  constructor(
    @Inject(Turns) private readonly turns: Turns,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Post()
  @ModelRequest('generation')
  create(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return respondWithTurn(messagesDialect, {
      turns: this.turns,
      config: this.config,
      body,
      owner,
      requestContext,
      reply,
    });
  }

  @Post('count_tokens')
  @ModelRequest('question')
  async countTokens(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { turn, count } = await this.turns.countTokens(countedMessages, body, owner, requestContext);
    await sendJson(reply, requestContext, encodeTokenCount(turn, count));
  }
}
