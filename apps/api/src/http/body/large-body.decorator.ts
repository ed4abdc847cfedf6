import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body limit of the route. Absent: the limit for small bodies. */
    bodySize?: 'large';
  }
}

/** Marks a route whose body may contain a complete conversation. Every other route accepts 1 MiB. */
export function LargeBody(): MethodDecorator {
  return RouteConfig({ bodySize: 'large' });
}
