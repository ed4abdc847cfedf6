import { Controller, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { ModelRequest } from '../http/model-request.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { sendJson } from '../http/reply/send-json.js';
import { Compactions } from './compactions.js';

@Controller('v1/responses/compact')
export class CompactionController {
  constructor(@Inject(Compactions) private readonly compactions: Compactions) {}

  @Post()
  @ModelRequest('generation')
  async compact(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendJson(reply, requestContext, await this.compactions.compact(body, owner, requestContext));
  }
}
