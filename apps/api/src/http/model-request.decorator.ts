import { RouteConfig } from '@nestjs/platform-fastify';
import type { RequestKind } from '../limits/key-quota.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As what the limits of a key count it. Absent: not at all. */
    limited?: RequestKind;
  }
}

/**
 * Marks a route that uses a model, for a response or for a query about one: the limits of keys apply, and its body
 * may be large.
 */
export function ModelRequest(limited: RequestKind): MethodDecorator {
  return RouteConfig({ bodySize: 'large', limited });
}
