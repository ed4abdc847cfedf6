import { RouteConfig } from '@nestjs/platform-fastify';
import type { RequestKind } from '../limits/key-quota.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As what the limits of a key count it. Absent: not at all. */
    limited?: RequestKind;
  }
}

/** A route that asks a model, for an answer or with a question about one: the limits of keys hold for it, and its body may be large. */
export function AsksModel(limited: RequestKind): MethodDecorator {
  return RouteConfig({ bodySize: 'large', limited });
}
