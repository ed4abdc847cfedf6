import { RouteConfig } from '@nestjs/platform-fastify';
import type { RequestKind } from '../limits/key-quota.js';

/** Marks a route that uses a model, for a response or for a query about one: its body may be large. */
export function ModelRequest(limited: Extract<RequestKind, 'generation' | 'question'>): MethodDecorator {
  return RouteConfig({ bodySize: 'large', limited });
}
