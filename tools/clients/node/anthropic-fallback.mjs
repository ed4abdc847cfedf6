// How the refusal fallback of the client continues a refused message with another model, and pins that model.
import { anthropicClient, options, report, require } from './kit.mjs';

const { BetaFallbackState, betaRefusalFallbackMiddleware } = require('@anthropic-ai/sdk/lib/middleware');
const errors = [];
const middleware = [
  betaRefusalFallbackMiddleware([{ model: options.fallback }], { onError: ({ kind }) => errors.push(kind) }),
];
const client = anthropicClient({ maxRetries: 0, middleware });
const fallbackState = new BetaFallbackState();
const body = { model: options.model, max_tokens: 100, messages: [{ role: 'user', content: 'Hello.' }] };
const send = () =>
  options.stream
    ? client.beta.messages.stream(body, { fallbackState }).finalMessage()
    : client.beta.messages.create(body, { fallbackState });
const messages = [await send(), await send()];
report({
  errors,
  pinned: fallbackState.index,
  messages: messages.map(({ content, stop_reason }) => ({ content, stop_reason })),
});
