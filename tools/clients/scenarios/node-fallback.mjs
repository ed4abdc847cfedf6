// How `betaRefusalFallbackMiddleware` continues a refused message with another model.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { bothWays } from './both-ways.mjs';

const token = 'credit-token-1';
const refused = {
  stop: 'refusal',
  stopDetails: {
    type: 'refusal',
    category: 'cyber',
    explanation: 'The request is about an attack.',
    fallback_credit_token: token,
    fallback_has_prefill_claim: true,
  },
};
const [first, second] = ['The other model continues.', 'It also responds to the next request.'];

/** @param {{ stream: boolean, partial?: string }} options how the client reads; the output before the refusal */
const continues = ({ stream, partial }) => ({
  async run({ node, upstream }) {
    const [model, fallback] = [newModel('messages'), newModel('messages')];
    upstream.play({ ...refused, text: partial }, { text: first }, { text: second });
    const { errors, pinned, messages } = await node('anthropic-fallback', { model, fallback, stream });
    assert.deepEqual([errors, pinned], [[], 0]);
    assert.deepEqual(
      messages.map(({ content, stop_reason: reason }) => [reason, content.map(({ type, text }) => text ?? type)]),
      [
        ['end_turn', [...(stream && partial !== undefined ? [partial] : []), 'fallback', first]],
        ['end_turn', [second]],
      ],
    );
    const [, continued, next] = upstream.requests.map(({ body }) => body);
    assert.deepEqual([continued.model, next.model], [fallback, fallback]);
    assert.deepEqual(
      [continued.fallback_credit_token, next.fallback_credit_token],
      [{ token, mode: 'best_effort' }, undefined],
    );
    // The token is valid only for the request of the refused message, with the output that the client received.
    const prefill =
      stream && partial !== undefined ? [{ role: 'assistant', content: [{ type: 'text', text: partial }] }] : [];
    assert.deepEqual(continued.messages, [{ role: 'user', content: 'Hello.' }, ...prefill]);
    for (const { headers } of upstream.requests) assert.match(headers['anthropic-beta'], /fallback-credit-2026-07-01/);
  },
});

/** @type {import('../scenario.mjs').Scenario[]} */
export const nodeFallback = [
  { stream: true, partial: 'Let me' },
  { stream: true },
  { stream: false, partial: 'Let me' },
  { stream: false },
].flatMap((options) =>
  bothWays({
    name: `anthropic continues a message that the model refused ${options.partial === undefined ? 'at once' : 'in the middle'} with its fallback, ${options.stream ? 'as a stream' : 'as JSON'}`,
    ...continues(options),
  }),
);
