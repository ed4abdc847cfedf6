import { Controller, Get, Inject } from '@nestjs/common';
import { EngineError, type JsonObject, totalBytes } from '@org/engine';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { StorageQuotas } from '../storage/storage-quotas.js';

/** What the owner of the key stores. The same in both dialects. */
@Controller('v1/usage')
export class StorageUsageController {
  constructor(@Inject(StorageQuotas) private readonly quotas: StorageQuotas) {}

  @Get('storage')
  @LimitedAs('read')
  async retrieve(@CurrentRequestContext() { principal }: RequestContext): Promise<JsonObject> {
    if (principal === undefined)
      throw new EngineError(
        'internal',
        'The service failed to process this request. Its log has the reason under the request id.',
      );
    const { stored, quota } = await this.quotas.usageOf(principal);
    return {
      object: 'usage.storage',
      bytes: totalBytes(stored),
      max_bytes: quota ?? null,
      responses_bytes: stored.responses,
      conversations_bytes: stored.conversations,
      files_bytes: stored.files,
    };
  }
}
