import { Controller, Get, Inject } from '@nestjs/common';
import type { JsonObject } from '@org/engine/model/json';
import { Public } from '../http/public.decorator.js';
import { OPENAPI_DOCUMENT } from './openapi-document.token.js';

/** The service describes itself: to programs here, to people under `/docs`. */
@Controller('openapi.json')
export class OpenApiController {
  constructor(@Inject(OPENAPI_DOCUMENT) private readonly document: JsonObject) {}

  @Get()
  @Public()
  describe(): JsonObject {
    return this.document;
  }
}
