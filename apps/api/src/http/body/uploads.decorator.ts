import { RouteConfig } from '@nestjs/platform-fastify';
import type { RequestKind } from '../../limits/key-quota.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a form with a file in it: it is read by the route, while it comes in. */
    upload?: true;
  }
}

const limited: RequestKind = 'question';

/** A route that takes a form with a file (`multipart/form-data`) and nothing else. Of the limits of keys, that of requests at a time holds for it. */
export function TakesUpload(): MethodDecorator {
  return RouteConfig({ upload: true, limited });
}
