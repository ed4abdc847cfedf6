import { runInSlices, type Steps } from '@org/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../../config/service-config.js';
import { bytesOfParsed, bytesToParse } from '../../config/settings/memory-shares.js';
import { hashBody } from '../../idempotency/idempotent-request.js';
import type { MemoryBudget } from '../../limits/memory-budget.js';
import { refuseRaw } from '../reply/refuse-raw.js';
import { decompressBody, isCompressed } from './decompress-body.js';
import { isShortJsonBody, scanJsonBody, scanShortJsonBody, type ScannedBody } from './parse-json-body.js';
import { type BodyLimits, receiveBody, receiveUnknownLength } from './receive-body.js';
import { declaredLength, decodedBytesReserved } from './reserve-body-memory.js';

type Done = (error: Error | null, value?: unknown) => void;

/** Reads and parses the bodies of requests. */
export function parseBodies(server: FastifyInstance, { limits }: ServiceConfig, memoryBudget: MemoryBudget): void {
  const jsonLimits = { depth: limits.maxJsonDepth, values: limits.maxJsonValues };
  const parse = (request: FastifyRequest, bytes: Buffer, done: Done): void => {
    const { requestContext } = request;
    /** Parses when the memory of all values is reserved: a short body may have many of them. */
    const parseReserved = (values: number, parseNow: () => void): void => {
      const waiting = memoryBudget.expand(requestContext, bytesOfParsed(bytes.length, values), bytes.length);
      if (waiting === undefined) return parseNow();
      waiting.then(parseNow).catch(done);
    };
    const finish = (values: number, value: unknown): void => {
      requestContext.memory?.shrink(bytesOfParsed(bytes.length, values));
      done(null, value);
    };
    if (requestContext.idempotentWrite === undefined && isShortJsonBody(bytes)) {
      const { values, parse: parseNow } = scanShortJsonBody(bytes, jsonLimits);
      return parseReserved(values, () => finish(values, parseNow()));
    }
    runThen(scanInSteps(request, bytes), done, ({ values, parse: steps }) =>
      parseReserved(values, () => runThen(steps(), done, (value) => finish(values, value))),
    );
  };
  function* scanInSteps({ requestContext: { idempotentWrite } }: FastifyRequest, bytes: Buffer): Steps<ScannedBody> {
    if (idempotentWrite !== undefined) idempotentWrite.bodyHash = yield* hashBody(bytes);
    return yield* scanJsonBody(bytes, jsonLimits);
  }
  const receive = (request: FastifyRequest, body: FastifyRequest['raw'], done: Done): void => {
    const length = declaredLength(request);
    // Clients send the type on every request, also without a body: only a route knows whether it needs one.
    if (request.is404 || length === 0) return done(null, undefined);
    const bodyLimits = limitsOf(request, limits, memoryBudget);
    // A body that fails may lose its socket before the failure is known here.
    const { socket } = body;
    const coding = request.headers['content-encoding'];
    const take = (error: Error | undefined, bytes: Buffer = empty): void => {
      // Nothing can be sent to a client that has disconnected, and thousands may do so at once.
      if (error !== undefined) return socket.destroyed ? undefined : done(error);
      if (bytes.length === 0) return done(null, undefined);
      attempt(done, () => {
        const waiting = bodyLimits.reserve(bytes.length);
        request.requestContext.memory?.shrink(bytes.length * bytesToParse);
        if (waiting === undefined) parse(request, bytes, done);
        else waiting.then(() => parse(request, bytes, done)).catch(done);
      });
    };
    if (length !== undefined && coding === undefined) receiveBody(body, length, bodyLimits, take);
    else
      attempt(done, () => {
        const decoded = decompressBody(body, coding);
        receiveUnknownLength(decoded, bodyLimits, (error, bytes) => {
          // It would decode what still arrives.
          if (error !== undefined && decoded !== body) decoded.destroy();
          take(error, bytes);
        });
      });
  };
  server.removeAllContentTypeParsers();
  // Read by its route, which alone knows where it goes.
  server.addContentTypeParser('multipart/form-data', (request, form, done) =>
    done(null, request.is404 ? undefined : form),
  );
  // The accepted type is registered in addition: for a type that only the wildcard matches, Fastify parses the header
  // at each request.
  server.addContentTypeParser(['application/json', '*'], receive);
}

const empty = Buffer.alloc(0);

function limitsOf(
  request: FastifyRequest,
  { maxBodyBytes, requestTimeoutSeconds }: ServiceConfig['limits'],
  memoryBudget: MemoryBudget,
): BodyLimits {
  const { requestContext, raw, id, headers } = request;
  return {
    maxBytes: request.routeOptions.bodyLimit ?? maxBodyBytes,
    isDecoded: headers['content-encoding'] !== undefined,
    maxBytesReserved: Math.floor(memoryBudget.maxBytesPerOwner / bytesToParse),
    ...(isCompressed(headers['content-encoding']) && requestContext.memory !== undefined
      ? { bytesReserved: decodedBytesReserved(request, memoryBudget) }
      : {}),
    timeoutMs: requestTimeoutSeconds * 1000,
    // As Node itself, whose own timeout includes the wait for memory.
    onTimeout: () => refuseRaw(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket, id),
    reserve: (bytes) => memoryBudget.reserve(requestContext, bytes * bytesToParse),
  };
}

/** Runs the steps, and passes their result to `next`. Throws what they throw at once, and passes later errors to `done`. */
function runThen<Result>(steps: Steps<Result>, done: Done, next: (result: Result) => void): void {
  const result = runInSlices(steps);
  if (result instanceof Promise) result.then(next).catch(done);
  else next(result);
}

function attempt(done: Done, run: () => void): void {
  try {
    run();
  } catch (thrown) {
    done(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }
}
