import { Module } from '@nestjs/common';
import { openApiDocument } from './document.js';
import { OPENAPI_DOCUMENT } from './openapi-document.token.js';
import { OpenApiController } from './openapi.controller.js';
import { serviceVersion } from './service-version.js';

@Module({
  controllers: [OpenApiController],
  providers: [{ provide: OPENAPI_DOCUMENT, useFactory: () => openApiDocument(serviceVersion()) }],
})
export class OpenApiModule {}
