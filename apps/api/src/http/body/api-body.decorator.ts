import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { EngineError } from '@org/engine';
import type { FastifyRequest } from 'fastify';

/** The parsed body, not yet checked against a wire. A request without one is refused, unless it is `'optional'`: then it is an object of nothing. */
export const ApiBody = createParamDecorator((need: 'optional' | undefined, context: ExecutionContext): unknown => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body === undefined && need === 'optional') return {};
  if (body === undefined) throw new EngineError('invalid-request', 'The body is empty; a JSON object was expected.');
  return body;
});
