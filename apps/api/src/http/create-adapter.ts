import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { maxItemIdLength } from '@org/dialects/responses';
import type { IdSource } from '@org/engine';
import type { FastifyError, FastifyReply } from 'fastify';
import type { ServiceConfig } from '../config/service-config.js';
import { encodeErrorOfDialect } from '../errors/encode-error-of-dialect.js';
import { toServiceError } from '../errors/service-error.js';
import { dialectOf } from './dialect-of-path.js';
import { PacedMessage } from './body/paced-message.js';
import { refuseRaw, type ClientError } from './reply/refuse-raw.js';
import { standardHeaders } from './reply/standard-headers.js';
import { isSocketUpgrade } from './socket-upgrade.js';

/** The available facts about a request that the router rejects. */
interface RefusedRequest {
  readonly id: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Bytes that a body may have where no conversation is sent. */
const smallBody = 1_048_576;
/** One client sends a header of about 1 KB, and proxies add theirs. */
const headerBytes = 32_768;

/** Creates Fastify with every limit set: its own defaults disable most of them. */
export function createAdapter({ limits }: ServiceConfig, ids: IdSource): FastifyAdapter {
  return new FastifyAdapter({
    logger: false,
    skipMiddie: true,
    trustProxy: false,
    bodyLimit: smallBody,
    // Of bodies that wait for memory. Others have the time of the setting (`receiveBody`).
    requestTimeout: (limits.requestTimeoutSeconds + limits.maxQueueSeconds) * 1000,
    // By default longer than the idle timeout of common proxies, so that the proxy closes a connection.
    keepAliveTimeout: limits.keepAliveSeconds * 1000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Clients set item ids, too; a stored id must fit into a path.
    routerOptions: { maxParamLength: 3 * maxItemIdLength },
    http: {
      // Every other upgrade offer, such as h2c, is handled as a plain request.
      shouldUpgradeCallback: isSocketUpgrade,
      headersTimeout: Math.min(limits.headerTimeoutSeconds, limits.requestTimeoutSeconds) * 1000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: headerBytes,
      IncomingMessage: PacedMessage,
    },
    // The router cannot match `*`, the form of a request about the server, and would skip the hooks.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/') || url.includes('://') ? url : `/${url}`),
    genReqId: () => ids.next('req'),
    // The router rejects these before there is a request context.
    frameworkErrors(error: FastifyError, request: RefusedRequest, reply: FastifyReply) {
      const { status, headers, body } = encodeErrorOfDialect(
        toServiceError(error),
        dialectOf(request.url, request.headers),
        request.id,
      );
      void reply
        .code(status)
        .headers({ ...standardHeaders(request.id), ...headers })
        .type('application/json')
        .send(JSON.stringify(body));
    },
    clientErrorHandler(error: ClientError, socket: Socket) {
      refuseRaw(error, socket, ids.next('req'));
    },
  });
}
