import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import type { JsonObject, ModelRegistry } from '@org/engine';
import { REGISTRY } from '../engine/tokens.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { parseQuery } from '../http/parse-query.js';
import { encodeForMessages, encodeForResponses } from './encode-model-info.js';
import { modelPage } from './model-page.js';
import { ModelsPageQuery } from './models-page-query.js';

/** The path is the same in both dialects: the version header selects the dialect. */
@Controller('v1/models')
export class ModelsController {
  constructor(@Inject(REGISTRY) private readonly registry: ModelRegistry) {}

  @Get()
  @LimitedAs('read')
  async list(@Query() query: unknown, @CurrentRequestContext() { dialect }: RequestContext): Promise<JsonObject> {
    const modelInfos = await this.registry.modelInfos();
    switch (dialect) {
      case 'messages':
        return modelPage(modelInfos, parseQuery(ModelsPageQuery, query));
      case 'responses':
        return { object: 'list', data: modelInfos.map(encodeForResponses) };
    }
  }

  @Get(':id')
  @LimitedAs('read')
  async retrieve(@Param('id') id: string, @CurrentRequestContext() { dialect }: RequestContext): Promise<JsonObject> {
    const modelInfo = await this.registry.modelInfo(id);
    switch (dialect) {
      case 'messages':
        return encodeForMessages(modelInfo);
      case 'responses':
        return encodeForResponses(modelInfo);
    }
  }
}
