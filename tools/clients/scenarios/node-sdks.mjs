// What the official JavaScript clients throw and read: straight at an upstream, and through the service.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { bothWays } from './both-ways.mjs';
import { messagesErrors, responsesErrors } from './upstream-errors.mjs';

const [nativeMessages, nativeResponses] = [newModel('messages'), newModel('responses')];

/** @type {import('../scenario.mjs').Scenario[]} */
export const nodeSdkErrors = [
  ...messagesErrors(nativeMessages).flatMap(({ name, status, type, message, details }) =>
    bothWays({
      name: `anthropic throws ${name} with its message and details (${status})`,
      refused: true,
      async run({ node, upstream }) {
        upstream.reject({ status, body: { type: 'error', error: { type, message, ...(details && { details }) } } });
        for (const error of await node('anthropic-errors', { model: nativeMessages })) {
          assert.deepEqual(
            { name: error.name, status: error.status, type: error.type, details: error.details ?? undefined },
            { name, status, type, details },
          );
          assert.ok(error.message.includes(message), error.message);
        }
      },
    }),
  ),
  ...bothWays({
    name: 'anthropic gives up at once at a plan limit that lasts hours',
    refused: true,
    async run({ node, upstream }) {
      upstream.reject({
        status: 429,
        headers: { 'retry-after': '124633', 'x-should-retry': 'false' },
        body: {
          type: 'error',
          error: { type: 'rate_limit_error', message: "This request would exceed your account's rate limit." },
        },
      });
      for (const error of await node('anthropic-errors', { model: nativeMessages, retries: true })) {
        assert.deepEqual([error.name, error.shouldRetry, error.retryAfter], ['RateLimitError', 'false', '124633']);
        assert.ok(error.durationMs < 5000);
      }
      assert.equal(upstream.requests.length, 2);
    },
  }),
  ...responsesErrors(nativeResponses).flatMap(({ name, status, type, code, param, message }) =>
    bothWays({
      name: `openai throws ${name} with its code and param (${code})`,
      refused: true,
      async run({ node, upstream }) {
        upstream.reject({ status, body: { error: { message, type, code, param } } });
        for (const thrown of await node('openai-errors', { model: nativeResponses })) {
          assert.deepEqual(
            [thrown.name, thrown.status, thrown.type, thrown.code, thrown.param],
            [name, status, type, code, param],
          );
          assert.ok(thrown.message.includes(message), thrown.message);
        }
      },
    }),
  ),
  ...bothWays({
    name: 'openai reads a stream with silences, from its events and with its helper',
    async run({ node, upstream, straight }) {
      upstream.play({ thinks: 'Hm.', text: 'Done.', silentMs: 1500, betweenMs: 1500, keepsAlive: straight });
      const { types, texts } = await node('openai-silence', { model: nativeResponses });
      assert.deepEqual(texts, ['Done.', 'Done.']);
      assert.ok(types.includes('keepalive'));
    },
  }),
  ...[
    ['anthropic', nativeMessages, ({ error }) => ({ type: 'error', error })],
    ['openai', nativeResponses, (body) => body],
  ].map(([client, model, bodyOf]) => ({
    name: `${client} gets no secret that the upstream repeats in its error`,
    refused: true,
    async run({ node, upstream, secrets }) {
      const { key, header, host } = secrets;
      const repeated = `${key} ${Buffer.from(key).toString('base64')} ${header} http://${host}/v1`;
      upstream.reject({
        body: bodyOf({
          error: {
            type: 'invalid_request_error',
            message: `Could not process image for ${repeated}`,
            code: key,
            param: `input.${header}`,
            details: { error_code: 'image_dimensions_too_large', paths: [repeated], [key]: host },
          },
        }),
      });
      for (const error of await node(`${client}-errors`, { model })) assert.equal(error.status, 400);
    },
  })),
];
