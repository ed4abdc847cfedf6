import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No credential needed. */
    public?: true;
  }
}

export const publicRoute = Symbol('publicRoute');

/** Marks a route as public. Every other route requires a credential. */
export function Public(): MethodDecorator {
  return applyDecorators(SetMetadata(publicRoute, true), RouteConfig({ public: true }));
}
