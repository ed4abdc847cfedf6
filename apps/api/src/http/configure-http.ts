// Hooks of the HTTP edge, in the order in which a request meets them.
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EngineError } from '@org/engine/errors/engine-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG, LOG } from '../engine/tokens.js';
import { authenticate } from './authenticate.js';
import { Authenticator } from './authenticator.js';
import { decompressBody } from './decompress-body.js';
import { dialectOf, versionHeader } from './dialect-of-path.js';
import { Exchange } from './exchange.js';
import { Idempotency } from './idempotency.js';
import { honourIdempotencyKeys } from './idempotency-hooks.js';
import { hashBody, keyHeader } from './idempotent-request.js';
import { logExchange } from './log-exchange.js';
import { checkMediaType } from './media-type.js';
import { OpenExchanges } from './open-exchanges.js';
import { parseJsonBody } from './parse-json-body.js';
import { RouteTable } from './route-table.js';
import { standardHeaders } from './standard-headers.js';

/** Prepares the server of `app`; to be called once, before it listens. */
export function configureHttp(app: NestFastifyApplication): void {
  const config = app.get<ServiceConfig>(CONFIG);
  const server = app.getHttpAdapter().getInstance();
  if (config.corsOrigins.length > 0) {
    app.enableCors({ origin: config.corsOrigins.includes('*') ? '*' : [...config.corsOrigins], exposedHeaders: ['request-id', 'x-request-id', 'retry-after', 'x-service-warning', 'idempotent-replayed'] });
  }
  collectRoutes(server, app.get(RouteTable), config.limits.bodyBytes);
  openExchange(server, app.get(OpenExchanges), app.get<Logger>(LOG));
  refuseBeforeTheBody(server, app.get(Authenticator));
  parseBodies(server, config);
  honourIdempotencyKeys(server, app.get(Idempotency));
}

function collectRoutes(server: FastifyInstance, routes: RouteTable, largeBody: number): void {
  server.addHook('onRoute', (route) => {
    routes.add(route.url, route.method);
    if (route.config?.bodySize === 'large') route.bodyLimit = largeBody;
  });
}

function openExchange(server: FastifyInstance, open: OpenExchanges, log: Logger): void {
  server.decorateRequest('exchange');
  // Work under an idempotency key outlives its connection, but not the store.
  server.addHook('onClose', () => open.whenEmpty());
  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const exchange = new Exchange(request.id, dialectOf(request.url, request.headers), versionHeader(request.headers));
    request.exchange = exchange;
    void reply.headers(standardHeaders(exchange.requestId));
    open.add(exchange);
    // `close` of the request fires when its body was read and says nothing about the client; that of the reply does.
    reply.raw.once('close', () => {
      const { recording } = exchange;
      const left = !reply.raw.writableEnded;
      if (left) exchange.log.clientAbort = true;
      if (left && recording === undefined) exchange.abort(new EngineError('cancelled', 'The client closed the connection.'));
      const end = (): void => {
        open.delete(exchange);
        logExchange(log, request, reply);
      };
      if (recording === undefined) end();
      else recording.whenSettled(end);
      // The answer is out, and whoever sent it did not record it.
      if (!left) void recording?.abandon();
    });
    if (open.refusing) {
      void reply.header('connection', 'close');
      throw new EngineError('overloaded', 'The service is shutting down.', { retryAfter: 1 });
    }
  });
}

/** Nobody gets megabytes read or unpacked without a key, nor for a media type that is not taken anyway. */
function refuseBeforeTheBody(server: FastifyInstance, authenticator: Authenticator): void {
  server.addHook('preParsing', async (request) => {
    if (request.is404) return;
    if (request.routeOptions.config.public !== true) await authenticate(request, authenticator);
    if (hasBody(request)) checkMediaType(request.headers['content-type']);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function parseBodies(server: FastifyInstance, { limits }: ServiceConfig): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.is404) return undefined;
    const bytes = await decompressBody(body, request.headers['content-encoding'], request.routeOptions.bodyLimit ?? limits.bodyBytes);
    if (request.headers[keyHeader] !== undefined) request.exchange.bodyHash = hashBody(bytes);
    return parseJsonBody(bytes, { depth: limits.jsonDepth, values: limits.jsonValues });
  });
}
