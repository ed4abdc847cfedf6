import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from './exchange.js';

export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): Exchange => {
  return context.switchToHttp().getRequest<FastifyRequest>().exchange;
});
