import { RouteConfig } from '@nestjs/platform-fastify';
import type { RequestKind } from '../../limits/key-quota.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a form with a file: the route reads it as a stream. */
    upload?: true;
    /** The body may be JSON instead. */
    uploadOrJson?: true;
  }
}

const limited: RequestKind = 'write';

/** Marks a route that accepts only a form with a file (`multipart/form-data`), and stores it. */
export function AcceptsUpload(): MethodDecorator {
  return RouteConfig({ upload: true, limited });
}

/** Marks a route that accepts a form with a file, or JSON. */
export function AcceptsUploadOrJson(): MethodDecorator {
  return RouteConfig({ upload: true, uploadOrJson: true, limited });
}
