import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { encodeInputCount, responsesDialect } from '@org/dialects/responses';
import type { JsonObject } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG } from '../engine/tokens.js';
import { BackgroundResponses } from '../background/background-responses.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { ModelRequest } from '../http/model-request.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { parseQuery } from '../http/parse-query.js';
import { respondWithTurn } from '../http/reply/respond-with-turn.js';
import { sendJson } from '../http/reply/send-json.js';
import { Turns } from '../turn/turns.js';
import { countedResponses } from './counted-responses.js';
import { includedBy } from './include-query.js';
import { ItemPageQuery } from './item-page.js';
import { ResponseStreams, type StreamRequest } from './response-streams.js';
import { RetrieveQuery } from './retrieve-query.js';
import { StoredResponses } from './stored-responses.js';

@Controller('v1/responses')
export class ResponsesController {
  constructor(
    @Inject(Turns) private readonly turns: Turns,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(StoredResponses) private readonly stored: StoredResponses,
    @Inject(BackgroundResponses) private readonly background: BackgroundResponses,
    @Inject(ResponseStreams) private readonly streams: ResponseStreams,
  ) {}

  @Post()
  @ModelRequest('generation')
  async create(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!this.background.isBackground(body))
      return await respondWithTurn(responsesDialect, {
        turns: this.turns,
        config: this.config,
        body,
        owner,
        requestContext,
        reply,
      });
    const followed = requestContext.idempotentWrite?.followed;
    if (followed !== undefined) return await this.streams.stream(fromTheStart(owner, followed), requestContext, reply);
    const { response, stream } = await this.background.create(body, owner, requestContext);
    if (stream) await this.streams.start(fromTheStart(owner, response.id), requestContext, reply);
    else await sendJson(reply, requestContext, response);
  }

  @Post('input_tokens')
  @ModelRequest('question')
  async countTokens(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { count } = await this.turns.countTokens(countedResponses, body, owner, requestContext);
    await sendJson(reply, requestContext, encodeInputCount(count));
  }

  @Get(':id')
  @LimitedAs('read')
  async retrieve(
    @Param('id') id: string,
    @Query() query: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = parseQuery(RetrieveQuery, query);
    const { stream, starting_after: after = -1 } = asked;
    const include = includedBy(asked);
    const turn = await this.stored.find(owner, id);
    if (stream === 'true') await this.streams.stream({ owner, id, after, include }, requestContext, reply);
    else await sendJson(reply, requestContext, await this.stored.show(turn, include));
  }

  @Post(':id/cancel')
  @LimitedAs('read')
  @HttpCode(200)
  async cancel(
    @Param('id') id: string,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const turn = await this.stored.find(owner, id);
    await sendJson(reply, requestContext, await this.background.cancel(turn, requestContext));
  }

  @Delete(':id')
  @LimitedAs('read')
  delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    return this.stored.delete(owner, id);
  }

  @Get(':id/input_items')
  @LimitedAs('read')
  async inputItems(
    @Param('id') id: string,
    @Query() query: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendJson(reply, requestContext, await this.stored.inputItems(owner, id, parseQuery(ItemPageQuery, query)));
  }
}

function fromTheStart(owner: string, id: string): StreamRequest {
  return { owner, id, after: -1, include: [] };
}
