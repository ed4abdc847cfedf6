import { Controller, Get, Res } from '@nestjs/common';
import { EngineError } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { encodeErrorOfDialect } from '../errors/encode-error-of-dialect.js';
import { CurrentRequestContext } from '../request-context/current-request-context.decorator.js';
import type { RequestContext } from '../request-context/request-context.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { socketPath } from '../http/socket-upgrade.js';

/** Responds to requests without an upgrade at the WebSocket path. */
@Controller()
export class WebSocketController {
  @Get(socketPath)
  @LimitedAs('read')
  upgradeRequired(@CurrentRequestContext() requestContext: RequestContext, @Res() reply: FastifyReply): void {
    const error = new EngineError(
      'method-not-allowed',
      'GET on this path opens a WebSocket connection: send "upgrade: websocket", or use POST.',
    );
    requestContext.log.failure = error;
    const { body } = encodeErrorOfDialect(error, requestContext.dialect, requestContext.requestId);
    void reply
      .code(426)
      .headers({ upgrade: 'websocket', connection: 'upgrade' })
      .type('application/json')
      .send(JSON.stringify(body));
  }
}
