import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from './request-context.js';

export const CurrentRequestContext = createParamDecorator((_: unknown, context: ExecutionContext): RequestContext => {
  return context.switchToHttp().getRequest<FastifyRequest>().requestContext;
});
