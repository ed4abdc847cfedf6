import { Controller, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { ModelRequest } from '../http/model-request.decorator.js';
import { sendJson } from '../http/reply/send-json.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { StandaloneSearches } from './standalone-searches.js';

@Controller('v1/alpha/search')
export class StandaloneSearchController {
  constructor(@Inject(StandaloneSearches) private readonly searches: StandaloneSearches) {}

  @Post()
  @ModelRequest('question')
  async search(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendJson(reply, requestContext, await this.searches.search(body, owner, requestContext));
  }
}
