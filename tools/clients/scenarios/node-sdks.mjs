// What the official JavaScript clients throw and read: straight at an upstream, and through the service.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { bothWays } from './both-ways.mjs';

const [nativeMessages, nativeResponses] = [newModel('messages'), newModel('responses')];

/** Errors of the messages API with the class that the client has for each. */
const messagesErrors = [
  {
    name: 'ImageDimensionsTooLargeError',
    status: 400,
    type: 'invalid_request_error',
    message: 'messages.2.content.1: the longest side of an image is larger than 8000 pixels',
    details: {
      error_code: 'image_dimensions_too_large',
      max_side_length_pixels: 8000,
      paths: ['messages.0.content.1'],
    },
  },
  {
    name: 'ToolNameConflictError',
    status: 400,
    type: 'invalid_request_error',
    message: 'tools.1: the name of this tool is used twice',
    details: { error_code: 'tool_name_conflict', names: ['look'] },
  },
  {
    name: 'NotFoundError',
    status: 404,
    type: 'not_found_error',
    message: `model: ${nativeMessages}`,
  },
  { name: 'ConflictError', status: 409, type: 'conflict_error', message: 'The thread is in use.' },
  {
    name: 'ContentTooLargeError',
    status: 413,
    type: 'request_too_large',
    message: 'Request exceeds the maximum size',
  },
  {
    name: 'UnprocessableEntityError',
    status: 422,
    type: 'invalid_request_error',
    message: 'messages.0.content: the text contains lone surrogates',
  },
];

/** Errors of the responses API. */
const responsesErrors = [
  {
    name: 'BadRequestError',
    status: 400,
    type: 'invalid_request_error',
    message: 'The image data you provided does not represent a valid image.',
    code: 'invalid_image',
    param: 'input[0].content[0]',
  },
  {
    name: 'NotFoundError',
    status: 404,
    type: 'invalid_request_error',
    message: `The model '${nativeResponses}' does not exist or you do not have access to it.`,
    code: 'model_not_found',
    param: 'model',
  },
  {
    name: 'UnprocessableEntityError',
    status: 422,
    type: 'invalid_request_error',
    message: 'The temperature of this model is fixed.',
    code: 'unsupported_value',
    param: 'temperature',
  },
];

/** @type {import('../scenario.mjs').Scenario[]} */
export const nodeSdkErrors = [
  ...messagesErrors.flatMap(({ name, status, type, message, details }) =>
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
  ...responsesErrors.flatMap(({ name, status, ...error }) =>
    bothWays({
      name: `openai throws ${name} with its code and param (${error.code})`,
      refused: true,
      async run({ node, upstream }) {
        upstream.reject({ status, body: { error } });
        for (const thrown of await node('openai-errors', { model: nativeResponses })) {
          const { type, code, param } = thrown;
          const { message, ...expected } = error;
          assert.deepEqual(
            { name: thrown.name, status: thrown.status, type, code, param },
            { name, status, ...expected },
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
