import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { EngineError } from '@org/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodeErrorOfDialect } from '../errors/encode-error-of-dialect.js';
import { toServiceError } from '../errors/service-error.js';
import { withOwnLimits } from '../limits/limit-headers.js';
import { pathOf } from './dialect-of-path.js';
import { explainMissingPath } from './explain-missing-path.js';
import { RouteTable } from './route-table.js';

/** Renders every failure before the first byte, in the dialect of the path. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(RouteTable) private readonly routes: RouteTable) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = this.#explain(toServiceError(thrown), request, reply);
    const { requestContext } = request;
    requestContext.log.failure ??= error;
    if (reply.sent) return;
    const { status, headers, body } = encodeErrorOfDialect(error, requestContext.dialect, requestContext.requestId);
    const shown = withOwnLimits(headers, (name) => reply.hasHeader(name));
    void reply.code(status).headers(shown).type('application/json').send(JSON.stringify(body));
  }

  /** Adds facts of the request: the body limit of its path, and the allowed methods of an existing path. */
  #explain(error: EngineError, request: FastifyRequest, reply: FastifyReply): EngineError {
    // An error of an upstream has no error as its cause.
    if (error.code === 'too-large' && error.cause instanceof Error) {
      return new EngineError(
        'too-large',
        `The body is larger than the ${request.routeOptions.bodyLimit} bytes that this path allows.`,
      );
    }
    if (!request.is404 || error.code !== 'not-found') return error;
    const methods = this.routes.methodsOf(request.url).join(', ');
    if (methods === '') return new EngineError('not-found', explainMissingPath(pathOf(request.url), this.routes));
    void reply.header('allow', methods);
    return new EngineError(
      'method-not-allowed',
      `This path does not support ${request.method}; it supports ${methods}.`,
    );
  }
}
