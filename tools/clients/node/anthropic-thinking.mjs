// What the client reads of a message with thinking, as JSON and as a stream.
import { anthropicClient, options, report } from './kit.mjs';

const { messages } = anthropicClient({ maxRetries: 0 });
const body = { model: options.model, max_tokens: 3000, messages: [{ role: 'user', content: 'Hello.' }] };
const read = [await messages.create(body), await messages.stream(body).finalMessage()];
report(read.map(({ content }) => content.map(({ thinking, text }) => thinking ?? text)));
