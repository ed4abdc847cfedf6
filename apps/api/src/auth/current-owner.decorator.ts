import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { EngineError } from '@org/engine';
import type { FastifyRequest } from 'fastify';

/** The owner of the key of the request. A public route has none, and reading it there is a defect. */
export const CurrentOwner = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>().requestContext;
  if (principal === undefined)
    throw new EngineError(
      'internal',
      'The service failed to process this request. Its log has the reason under the request id.',
    );
  return principal.owner;
});
