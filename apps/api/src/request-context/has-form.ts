import type { FastifyRequest } from 'fastify';

/** Whether the route reads the body of this request as a form. */
export function hasForm({
  routeOptions: { config },
  headers: { 'content-type': type = '' },
}: Pick<FastifyRequest, 'routeOptions' | 'headers'>): boolean {
  return config.upload === true && !(config.uploadOrJson === true && /^application\/json\b/i.test(type));
}
