import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which body limit holds. Absent: that of small bodies. */
    bodySize?: 'large';
  }
}

/** A route whose body may hold a whole conversation. Every other route takes 1 MiB. */
export function LargeBody(): MethodDecorator {
  return RouteConfig({ bodySize: 'large' });
}
