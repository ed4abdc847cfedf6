// The framework's share of a request: the plain translation as a NestJS controller on Fastify. It responds with JSON
// only, validates nothing, stores nothing and has no keys.
//
//   node plain-framework.mjs http://127.0.0.1:UPSTREAM/v1 [port]     prints its port
import 'reflect-metadata';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Pool } from 'undici';
import * as messages from './plain-messages.mjs';
import * as responses from './plain-responses.mjs';

const upstream = new URL(process.argv[2]);
const pool = new Pool(upstream.origin, { connections: 1024 });
const headers = { 'content-type': 'application/json' };
const path = `${upstream.pathname}/chat/completions`;
let count = 0;

async function respond(dialect, request) {
  const upstreamResponse = await pool.request({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify(dialect.toChat(request)),
  });
  return dialect.fromChat(JSON.parse(await upstreamResponse.body.text()), `bench_${count++}`, request);
}

class PlainController {
  messages(body) {
    return respond(messages, body);
  }

  responses(body) {
    return respond(responses, body);
  }
}
for (const name of ['messages', 'responses']) {
  const method = Object.getOwnPropertyDescriptor(PlainController.prototype, name);
  Post(`v1/${name}`)(PlainController.prototype, name, method);
  HttpCode(200)(PlainController.prototype, name, method);
  Body()(PlainController.prototype, name, 0);
}
Controller()(PlainController);

/** A module needs only a name. */
const plainModule = { module: function PlainModule() {}, controllers: [PlainController] };

const app = await NestFactory.create(plainModule, new FastifyAdapter(), { logger: false });
await app.listen(Number(process.argv[3] ?? 0), '127.0.0.1');
process.stdout.write(`${app.getHttpServer().address().port}\n`);
