import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { JsonObject } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/public.decorator.js';
import { Readiness, type ReadinessReport } from './readiness.js';

@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  /** The process responds. Checks nothing else, so that a failing store never causes a restart. */
  @Get('live')
  @Public()
  live(): JsonObject {
    return { status: 'live' };
  }

  @Get('ready')
  @Public()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    void reply.code(report.status === 'ready' ? 200 : 503);
    return report;
  }
}
