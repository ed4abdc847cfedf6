import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from './request-context.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request before anything else runs. */
    requestContext: RequestContext;
  }
}

export const CurrentRequestContext = createParamDecorator((_: unknown, context: ExecutionContext): RequestContext => {
  return context.switchToHttp().getRequest<FastifyRequest>().requestContext;
});
