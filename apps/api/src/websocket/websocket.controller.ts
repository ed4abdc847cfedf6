import { Controller, Get, Res } from '@nestjs/common';
import { EngineError } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { renderError } from '../errors/render-error.js';
import { CurrentExchange } from '../exchange/current-exchange.decorator.js';
import type { Exchange } from '../exchange/exchange.js';
import { socketPath } from '../http/socket-upgrade.js';

/** Answers who comes to the address of WebSocket connections without asking for one. */
@Controller()
export class WebSocketController {
  @Get(socketPath)
  upgradeRequired(@CurrentExchange() exchange: Exchange, @Res() reply: FastifyReply): void {
    const error = new EngineError(
      'method-not-allowed',
      'GET on this path opens a WebSocket connection: send "upgrade: websocket", or use POST.',
    );
    exchange.log.failure = error;
    const { body } = renderError(error, exchange.dialect, exchange.requestId);
    void reply
      .code(426)
      .headers({ upgrade: 'websocket', connection: 'upgrade' })
      .type('application/json')
      .send(JSON.stringify(body));
  }
}
