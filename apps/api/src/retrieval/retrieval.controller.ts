import { Controller, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { ModelRequest } from '../http/model-request.decorator.js';
import { sendJson } from '../http/reply/send-json.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { Retrievals } from './retrievals.js';

/** What the limits of keys count as a generation, because a model computes for it. */
@Controller()
export class RetrievalController {
  constructor(@Inject(Retrievals) private readonly retrievals: Retrievals) {}

  @Post('v1/embeddings')
  @ModelRequest('generation')
  async embed(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendJson(reply, requestContext, await this.retrievals.embed(body, owner, requestContext));
  }

  /** Clients of llama.cpp and TEI post to the path without a version. */
  @Post(['v1/rerank', 'rerank'])
  @ModelRequest('generation')
  async rerank(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendJson(reply, requestContext, await this.retrievals.rerank(body, owner, requestContext));
  }
}
