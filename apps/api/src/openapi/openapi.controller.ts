import { Controller, Get } from '@nestjs/common';
import type { JsonObject } from '@org/engine';
import { Public } from '../auth/public.decorator.js';

/** The service describes itself: to programs here, to people under `/docs`. */
@Controller('openapi.json')
export class OpenApiController {
  #document: Promise<JsonObject> | undefined;

  @Get()
  @Public()
  describe(): Promise<JsonObject> {
    this.#document ??= makeDocument();
    return this.#document;
  }
}

/** Created at the first request: the conversion of all schemas to JSON Schema would be a tenth of every start. */
async function makeDocument(): Promise<JsonObject> {
  const [{ openApiDocument }, { serviceVersion }] = await Promise.all([
    import('./document.js'),
    import('./service-version.js'),
  ]);
  return openApiDocument(serviceVersion());
}
