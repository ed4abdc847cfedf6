import { Readable } from 'node:stream';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { JsonObject, Warning } from '@org/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG } from '../engine/tokens.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { buildJsonResponse } from '../request-context/build-json-response.js';
import { unknownFields } from '../request-context/unknown-fields.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { ModelRequest } from '../http/model-request.decorator.js';
import { ApiBody } from '../http/body/api-body.decorator.js';
import { MessagesPageQuery } from '../http/messages-page-query.js';
import { parseQuery } from '../http/parse-query.js';
import { sendJson } from '../http/reply/send-json.js';
import { VersionGuard } from '../http/version.guard.js';
import { Turns } from '../turn/turns.js';
import { encodeBatch } from './batch-payload.js';
import { Batches } from './batches.js';
import { publicOrigin } from './public-origin.js';
import { unknownInRequests } from './unknown-in-requests.js';

@Controller('v1/messages/batches')
@UseGuards(VersionGuard)
export class BatchesController {
  constructor(
    @Inject(Batches) private readonly batches: Batches,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(Turns) private readonly turns: Turns,
  ) {}

  @Post()
  @ModelRequest('generation')
  async create(
    @ApiBody() body: unknown,
    @CurrentOwner() owner: string,
    @CurrentRequestContext() requestContext: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const origin = publicOrigin(request, this.config.publicUrl);
    const warnings = (): readonly Warning[] => [
      ...unknownFields(body, { requests: true }),
      ...unknownInRequests(body, this.#forwardsUnknownFields()),
    ];
    const batch = await this.batches.create(body, owner, requestContext, (made) =>
      buildJsonResponse(encodeBatch(made, origin), warnings()),
    );
    requestContext.log.warnings = warnings();
    await sendJson(reply, requestContext, encodeBatch(batch, origin));
  }

  @Get()
  @LimitedAs('read')
  async list(
    @Query() query: unknown,
    @CurrentOwner() owner: string,
    @Req() request: FastifyRequest,
  ): Promise<JsonObject> {
    const { batches, hasMore } = await this.batches.list(owner, parseQuery(MessagesPageQuery, query));
    const origin = publicOrigin(request, this.config.publicUrl);
    return {
      data: batches.map((batch) => encodeBatch(batch, origin)),
      has_more: hasMore,
      first_id: batches[0]?.id ?? null,
      last_id: batches.at(-1)?.id ?? null,
    };
  }

  @Get(':id')
  @LimitedAs('read')
  async retrieve(
    @Param('id') id: string,
    @CurrentOwner() owner: string,
    @Req() request: FastifyRequest,
  ): Promise<JsonObject> {
    return encodeBatch(await this.batches.retrieve(owner, id), publicOrigin(request, this.config.publicUrl));
  }

  @Post(':id/cancel')
  @LimitedAs('read')
  @HttpCode(200)
  async cancel(
    @Param('id') id: string,
    @CurrentOwner() owner: string,
    @Req() request: FastifyRequest,
  ): Promise<JsonObject> {
    return encodeBatch(await this.batches.cancel(owner, id), publicOrigin(request, this.config.publicUrl));
  }

  @Delete(':id')
  @LimitedAs('read')
  async delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<JsonObject> {
    await this.batches.delete(owner, id);
    return { id, type: 'message_batch_deleted' };
  }

  @Get(':id/results')
  @LimitedAs('read')
  async results(@Param('id') id: string, @CurrentOwner() owner: string, @Res() reply: FastifyReply): Promise<void> {
    const lines = await this.batches.results(owner, id);
    void reply.type('application/x-jsonl').send(Readable.from(lines));
  }

  /** Looked up once per model, because requests of a batch mostly use one. */
  #forwardsUnknownFields(): (model: unknown) => boolean {
    const known = new Map<unknown, boolean>();
    return (model) => {
      const forwardsUnknownFields = known.get(model) ?? this.turns.decoder.nativeDialect(model) === 'messages';
      known.set(model, forwardsUnknownFields);
      return forwardsUnknownFields;
    };
  }
}
