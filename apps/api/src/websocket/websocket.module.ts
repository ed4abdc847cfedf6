import { Module } from '@nestjs/common';
import { TurnModule } from '../turn/turn.module.js';
import { ResponseSockets } from './response-sockets.js';
import { WebSocketController } from './websocket.controller.js';

@Module({
  imports: [TurnModule],
  controllers: [WebSocketController],
  providers: [ResponseSockets],
  exports: [ResponseSockets],
})
export class WebSocketModule {}
