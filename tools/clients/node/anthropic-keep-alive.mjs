// What the client of the messages API reads from a stream with silences: with its helper, and with the one of the beta.
import { anthropicClient, options, report } from './kit.mjs';

const client = anthropicClient({ maxRetries: 0 });
const body = {
  model: options.model,
  max_tokens: 3000,
  messages: [{ role: 'user', content: 'Hello.' }],
  ...options.more,
};
const messages = await Promise.all(
  [client.messages, client.beta.messages].map((api) => api.stream(body).finalMessage()),
);
report(
  messages.map(({ content: [{ thinking }, { text }, ...calls] }) => ({
    thinks: thinking,
    text,
    calls: calls.map(({ name, input }) => ({ name, input })),
  })),
);
