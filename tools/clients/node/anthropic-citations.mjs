// Reads the citations of a document and of a search result as JSON and with the stream helper, and sends them back.
import { anthropicClient, options, report } from './kit.mjs';

const client = anthropicClient({ maxRetries: 0 });
const citations = { enabled: true };
const question = {
  role: 'user',
  content: [
    {
      type: 'document',
      title: 'Doors',
      source: { type: 'text', media_type: 'text/plain', data: options.document },
      citations,
    },
    {
      type: 'search_result',
      title: 'Hinges',
      source: 'https://hinges.example',
      content: [{ type: 'text', text: options.hit }],
      citations,
    },
    { type: 'text', text: 'How long do doors last?' },
  ],
};
const request = { model: options.model, max_tokens: 1000, messages: [question] };
const messages = [await client.messages.create(request), await client.messages.stream(request).finalMessage()];
const [{ content }] = messages;
const next = await client.messages.create({
  ...request,
  messages: [question, { role: 'assistant', content }, { role: 'user', content: 'Why?' }],
});
report({
  views: messages.map(({ content: blocks }) => ({
    text: blocks.map(({ text }) => text).join(''),
    citations: blocks.flatMap(({ citations: all }) => all ?? []),
  })),
  next: next.content.map(({ text }) => text).join(''),
});
