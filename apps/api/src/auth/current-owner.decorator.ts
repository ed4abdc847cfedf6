import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { EngineError } from '@org/engine';
import type { FastifyRequest } from 'fastify';

/** The owner whose key came with the request. On a public route there is none, and asking for it is a defect. */
export const CurrentOwner = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>().requestContext;
  if (principal === undefined)
    throw new EngineError(
      'internal',
      'The service failed to process this request. Its log has the reason under the request id.',
    );
  return principal.owner;
});
