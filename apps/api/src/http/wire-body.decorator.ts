import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { EngineError } from '@org/engine/errors/engine-error';
import type { FastifyRequest } from 'fastify';

/** The parsed body, not yet checked against a wire. A request without one is refused. */
export const WireBody = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body === undefined) throw new EngineError('invalid-request', 'The body is empty; a JSON object was expected.');
  return body;
});
