import { RouteConfig } from '@nestjs/platform-fastify';
import type { RequestKind } from '../../limits/key-quota.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body limit of the route. Absent: the limit for small bodies. */
    bodySize?: 'large';
  }
}

const limited: RequestKind = 'write';

/** Marks a route that stores a body of up to a complete conversation. Every other route accepts 1 MiB. */
export function LargeBody(): MethodDecorator {
  return RouteConfig({ bodySize: 'large', limited });
}
