// A NestJS application on Fastify with a single route: the startup time of the framework alone.
//
//   node empty-nest.mjs [port]     prints its port
import 'reflect-metadata';
import { Controller, Get } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

class EmptyController {
  answer() {
    return { ok: true };
  }
}
Get()(EmptyController.prototype, 'answer', Object.getOwnPropertyDescriptor(EmptyController.prototype, 'answer'));
Controller()(EmptyController);

/** A module needs only a name. */
const emptyModule = { module: function EmptyModule() {}, controllers: [EmptyController] };

const app = await NestFactory.create(emptyModule, new FastifyAdapter(), { logger: false });
await app.listen(Number(process.argv[2] ?? 0), '127.0.0.1');
process.stdout.write(`${app.getHttpServer().address().port}\n`);
