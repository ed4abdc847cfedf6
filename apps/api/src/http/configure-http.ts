// Hooks of the HTTP edge, in the order in which a request meets them.
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EngineError, readTraceContext, shuttingDown } from '@org/engine';
import { AdmissionQueue } from '../limits/admission-queue.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../auth/authenticate.js';
import { Authenticator } from '../auth/authenticator.js';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG } from '../engine/tokens.js';
import { clientDisconnectedError } from '../request-context/client-disconnected.js';
import { IdempotentWrite } from '../request-context/idempotent-write.js';
import { RequestContext } from '../request-context/request-context.js';
import { ActiveRequests } from '../request-context/active-requests.js';
import { Outcomes } from '../request-context/outcomes.js';
import { honourIdempotencyKeys } from '../idempotency/idempotency-hooks.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { keyHeader } from '../idempotency/idempotent-request.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { runWithMemory } from '../limits/memory-holder.js';
import { KeyLimits } from '../limits/key-limits.js';
import { limitHeaderNames } from '../limits/limit-headers.js';
import { closeUnreadBody } from './body/close-unread-body.js';
import { paceBody } from './body/pace-body.js';
import { parseBodies } from './body/parse-bodies.js';
import { ReadTurns } from './body/read-turns.js';
import { boundForm, hasBody, reserveBodyMemory } from './body/reserve-body-memory.js';
import { hasForm } from '../request-context/has-form.js';
import { checkFormType, checkMediaType } from './body/check-media-type.js';
import { betaHeader, dialectOf, versionHeader } from './dialect-of-path.js';
import { OpenConnections } from './connections/open-connections.js';
import { outOfConnections } from './connections/out-of-connections.js';
import { DisconnectTurns } from './connections/disconnect-turns.js';
import { PipelineLimit, tooManyPipelined } from './connections/pipeline-limit.js';
import { StalledReaders } from './reply/stalled-readers.js';
import { standardHeaders } from './reply/standard-headers.js';
import { requestFacts } from './request-facts.js';
import { RouteTable } from './route-table.js';
import { hasMultipleHosts } from './has-multiple-hosts.js';

/** All that the routes take. */
const corsMethods = ['GET', 'HEAD', 'POST', 'DELETE'];
/**
 * Seconds that a page may cache the CORS permission. Without it, a browser sends a preflight for almost every
 * request. Chrome accepts no longer time.
 */
const corsSeconds = 7200;
/** Response headers that pages may read, because SDKs in browsers use some of them. */
const exposedHeaders = [
  'request-id',
  'x-request-id',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'x-service-warning',
  'idempotent-replayed',
  ...limitHeaderNames,
];

/** Prepares the server of `app`; to be called once, before it listens. */
export function configureHttp(app: NestFastifyApplication): void {
  const config = app.get<ServiceConfig>(CONFIG);
  const server = app.getHttpAdapter().getInstance();
  if (config.corsOrigins.length > 0) {
    app.enableCors({
      origin: config.corsOrigins.includes('*') ? '*' : [...config.corsOrigins],
      methods: corsMethods,
      exposedHeaders,
      maxAge: corsSeconds,
    });
  }
  const readers = app.get(StalledReaders);
  readers.watch(server.server);
  const connections = app.get(OpenConnections);
  connections.watch(server.server);
  collectRoutes(server, app.get(RouteTable), {
    large: config.limits.maxBodyBytes,
    upload: config.files.maxBytes + formOverheadBytes,
  });
  addRequestContextHooks(server, app.get(ActiveRequests), app.get(Outcomes), readers, connections);
  const memoryBudget = app.get(MemoryBudget);
  refuseBeforeTheBody(server, app.get(Authenticator), app.get(KeyLimits), memoryBudget);
  parseBodies(server, config, memoryBudget);
  honourIdempotencyKeys(server, app.get(Idempotency));
}

/** Maximum bytes of a form in addition to its file. */
const formOverheadBytes = 65_536;

function collectRoutes(
  server: FastifyInstance,
  routes: RouteTable,
  limits: { readonly large: number; readonly upload: number },
): void {
  server.addHook('onRoute', (route) => {
    routes.add(route.url, route.method, route.config?.public === true ? 'public' : route.config?.limited);
    if (route.config?.bodySize === 'large') route.bodyLimit = limits.large;
    if (route.config?.upload === true) route.bodyLimit = limits.upload;
  });
}

function addRequestContextHooks(
  server: FastifyInstance,
  open: ActiveRequests,
  outcomes: Outcomes,
  readers: StalledReaders,
  connections: OpenConnections,
): void {
  const admissionQueue = new AdmissionQueue();
  const pipelines = new PipelineLimit();
  pipelines.watch(server.server);
  const turns = new ReadTurns();
  const disconnects = new DisconnectTurns();
  server.decorateRequest('requestContext');
  // Work under an idempotency key continues after its connection ends, but not after the store closes.
  server.addHook('onClose', () => open.whenEmpty());
  // The hooks use callbacks and are not async: a promise for every hook of every request costs more than most of the
  // hooks.
  server.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { socket } = request.raw;
    const pipelined = pipelines.enter(socket);
    if (pipelined === 'ignore') {
      reply.hijack();
      return;
    }
    paceBody(request, reply, turns);
    const dialect = dialectOf(request.url, request.headers);
    const requestContext = new RequestContext({
      requestId: request.id,
      dialect,
      version: versionHeader(request.headers),
      betas: betaHeader(request.headers, dialect),
    });
    request.requestContext = requestContext;
    if (request.headers['traceparent'] !== undefined)
      requestContext.trace = readTraceContext(request.headers['traceparent'], request.headers['tracestate']);
    if (request.headers[keyHeader] !== undefined) requestContext.idempotentWrite = new IdempotentWrite();
    void reply.headers(standardHeaders(requestContext.requestId));
    open.add(requestContext);
    connections.startRequest(socket);
    const isNewConnection = readers.follow(socket);
    // `close` of the request fires when its body was read and shows nothing about the client; that of the reply does.
    reply.raw.once('close', () => {
      connections.endRequest(socket);
      pipelines.leave(socket);
      const recording = requestContext.idempotentWrite?.recording;
      const disconnected = !reply.raw.writableEnded;
      if (disconnected) requestContext.log.clientAbort = true;
      const end = (): void => {
        open.delete(requestContext);
        outcomes.report(requestContext, requestFacts(request, reply));
      };
      if (recording === undefined && disconnected)
        disconnects.add(() => {
          requestContext.abort(clientDisconnectedError());
          requestContext.whenIdle(end);
        });
      else if (recording === undefined) requestContext.whenIdle(end);
      else recording.whenSettled(() => requestContext.whenIdle(end)); // It may be stored before all of it is recorded.
      // The response has been sent, and its sender did not record it.
      if (!disconnected) void recording?.abandon();
    });
    if (pipelined === 'reject') {
      void reply.header('connection', 'close');
      throw tooManyPipelined();
    }
    if (hasMultipleHosts(request.raw))
      throw new EngineError('invalid-request', 'host: must be present exactly once.', { param: 'host' });
    if (open.refusing && !forSupervisors(request)) {
      void reply.header('connection', 'close');
      throw shuttingDown();
    }
    if (connections.isSurplus(socket)) {
      void reply.header('connection', 'close');
      if (!forSupervisors(request)) throw outOfConnections();
    }
    // The request of a disconnected client is dropped when its connection closes.
    admissionQueue.enter(() => {
      if (!isDisconnected(request)) runWithMemory(requestContext, done);
    }, isNewConnection);
  });
}

/** Whether the connection has ended, or is about to. */
function isDisconnected({ raw: { socket } }: FastifyRequest): boolean {
  return socket.destroyed || socket.readableEnded;
}

/** A supervisor without a response kills a process that is about to end normally. */
function forSupervisors({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.startsWith('/health/') === true;
}

/**
 * Rejects requests without a key, beyond their limits, or with an unsupported media type before megabytes of body are
 * read or decompressed. Reserves the memory for a body before it is read.
 */
function refuseBeforeTheBody(
  server: FastifyInstance,
  authenticator: Authenticator,
  limits: KeyLimits,
  memoryBudget: MemoryBudget,
): void {
  const check = (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    enterLimits(request, reply, limits);
    if (!hasBody(request)) return undefined;
    if (hasForm(request)) checkFormType(request.headers);
    else checkMediaType(request.headers['content-type']);
    return reserveBodyMemory(request, memoryBudget);
  };
  server.addHook('preParsing', (request, reply, payload, done) => {
    const refuse = (thrown: unknown): void => {
      closeUnreadBody(request, reply);
      if (thrown instanceof EngineError && thrown.code === 'too-large') void reply.header('connection', 'close');
      done(thrown instanceof Error ? thrown : new Error(String(thrown)));
    };
    const proceed = (): void => {
      try {
        done(null, hasForm(request) ? boundForm(request, payload) : payload);
      } catch (thrown) {
        refuse(thrown);
      }
    };
    if (request.is404) {
      closeUnreadBody(request, reply);
      done();
      return;
    }
    try {
      const isPublic = request.routeOptions.config.public === true;
      const pending = isPublic ? undefined : authenticate(request, authenticator);
      const reserved = pending === undefined ? check(request, reply) : pending.then(() => check(request, reply));
      if (reserved === undefined) proceed();
      else reserved.then(proceed, refuse);
    } catch (thrown) {
      refuse(thrown);
    }
  });
}

/** Sets the rate limit headers in either case. A route without a declaration counts as what has the most limits. */
function enterLimits({ requestContext, routeOptions }: FastifyRequest, reply: FastifyReply, limits: KeyLimits): void {
  const { limited = 'generation', public: isPublic } = routeOptions.config;
  if (isPublic === true) return;
  try {
    limits.enter(requestContext, limited);
  } finally {
    const headers = limits.headersOf(requestContext);
    if (headers !== undefined) void reply.headers(headers);
  }
}
