// Reads the message with a hosted tool as JSON and with the stream helper, and sends it back with a question.
import { anthropicClient, options, report } from './kit.mjs';

const client = anthropicClient({ maxRetries: 0 });
const question = { role: 'user', content: options.question };
const request = { model: options.model, max_tokens: 1000, messages: [question], tools: [options.tool] };
const messages = [
  await client.beta.messages.create(request),
  await client.beta.messages.stream(request).finalMessage(),
];
const views = messages.map(({ content, usage, stop_reason: stopReason, container }) => ({
  types: content.map(({ type }) => type),
  use: content.find(({ type }) => type === 'server_tool_use'),
  result: content.find(({ type }) => type.endsWith('_tool_result')),
  citations: content.flatMap(({ citations }) => citations ?? []),
  text: content.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join(''),
  usage: usage.server_tool_use,
  stopReason,
  hasContainer: container != null,
}));
const [{ content }] = messages;
const next = await client.beta.messages.create({
  ...request,
  messages: [question, { role: 'assistant', content }, { role: 'user', content: 'Why?' }],
});
report({ views, next: next.content.map(({ text }) => text).join('') });
