import { RouteConfig } from '@nestjs/platform-fastify';
import type { RequestKind } from '../limits/key-quota.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As what the limits of a key count a request. Every route that requires a key declares it. */
    limited?: RequestKind;
  }
}

/** Declares as what the limits of a key count a request of the route. Decorators of large bodies declare it, too. */
export function LimitedAs(limited: RequestKind): MethodDecorator {
  return RouteConfig({ limited });
}
