// What the official Python clients raise: straight at an upstream, and through the service.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { bothWays } from './both-ways.mjs';
import { messagesErrors, responsesErrors } from './upstream-errors.mjs';

const [nativeMessages, nativeResponses] = [newModel('messages'), newModel('responses')];

const clients = {
  anthropic: {
    model: nativeMessages,
    errors: messagesErrors(nativeMessages),
    bodyOf: (error) => ({ type: 'error', error }),
    errorIn: ({ error }) => error,
    limit: { type: 'rate_limit_error', message: "This request would exceed your account's rate limit." },
    limitHeaders: { 'anthropic-ratelimit-requests-remaining': '0' },
  },
  openai: {
    model: nativeResponses,
    errors: responsesErrors(nativeResponses),
    bodyOf: (error) => ({ error }),
    errorIn: (body) => body,
    limit: { type: 'requests', code: 'rate_limit_exceeded', param: null, message: 'Rate limit reached.' },
    limitHeaders: { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '12s' },
  },
};

const inputOf = (index) => `Case ${index}.`;

/** Rejects the requests of each input in its own way. */
function rejectEach(upstream, rejections) {
  upstream.reject(
    ...rejections.map((rejection, index) => ({
      when: (body) => JSON.stringify(body).includes(inputOf(index)),
      ...rejection,
    })),
  );
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const pythonErrors = Object.entries(clients).flatMap(
  ([client, { model, errors, bodyOf, errorIn, limit, limitHeaders }]) =>
    bothWays({
      name: `${client} raises the typed errors of the upstream with their body, and the headers of a rate limit`,
      refused: true,
      async run({ python, upstream }) {
        const headers = { 'retry-after': '12', 'x-should-retry': 'false', ...limitHeaders };
        const scripted = errors.map(({ name, python: className = name, status, ...error }) => ({
          className,
          status,
          error,
        }));
        rejectEach(upstream, [
          ...scripted.map(({ status, error }) => ({ status, body: bodyOf(error) })),
          { status: 429, headers, body: bodyOf(limit) },
        ]);
        const inputs = [...scripted, limit].map((_, index) => inputOf(index));
        const raised = await python(`${client}_errors`, model, ...inputs);
        const limited = raised.pop();
        assert.equal(raised.length, scripted.length);
        for (const [index, { className, status, error }] of scripted.entries())
          for (const { name, body, message, ...thrown } of raised[index]) {
            const { type, code = null, param = null } = error;
            assert.deepEqual([name, thrown.status, thrown.type], [className, status, type]);
            assert.deepEqual([thrown.code, thrown.param], [code, param]);
            assert.deepEqual(errorIn(body), error);
            assert.ok(message.includes(error.message), message);
          }
        for (const thrown of limited) {
          assert.deepEqual([thrown.name, thrown.status, thrown.code], ['RateLimitError', 429, limit.code ?? null]);
          for (const [name, value] of Object.entries(headers)) assert.equal(thrown.headers[name], value, name);
        }
      },
    }),
);
