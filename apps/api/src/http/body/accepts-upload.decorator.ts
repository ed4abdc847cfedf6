import { RouteConfig } from '@nestjs/platform-fastify';
import type { RequestKind } from '../../limits/key-quota.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a form with a file: the route reads it as a stream. */
    upload?: true;
  }
}

const limited: RequestKind = 'question';

/**
 * Marks a route that accepts only a form with a file (`multipart/form-data`). Of the limits of keys, the limit of
 * concurrent requests applies.
 */
export function AcceptsUpload(): MethodDecorator {
  return RouteConfig({ upload: true, limited });
}
