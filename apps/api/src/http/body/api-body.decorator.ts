import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { EngineError } from '@org/engine';
import type { FastifyRequest } from 'fastify';

/**
 * The parsed body, not yet validated against an API. A request without one is rejected, unless it is `'optional'`:
 * then it is an empty object.
 */
export const ApiBody = createParamDecorator((need: 'optional' | undefined, context: ExecutionContext): unknown => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body === undefined && need === 'optional') return {};
  if (body === undefined) throw new EngineError('invalid-request', 'The body is empty; a JSON object was expected.');
  return body;
});
