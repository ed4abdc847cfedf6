// What the client of the messages API throws, for a JSON response and for a stream.
import { anthropicClient, errorOf, options, report } from './kit.mjs';

const client = anthropicClient(options.retries ? {} : { maxRetries: 0 });
const body = {
  model: options.model,
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hello.' }],
  ...options.more,
};
report([
  await errorOf(() => client.messages.create(body)),
  await errorOf(() => client.messages.stream(body).finalMessage()),
]);
