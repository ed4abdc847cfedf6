// What the AI SDK reads from a stream with silences, over the API of `options.api`.
import { endpoint, options, report, require } from './kit.mjs';

const { jsonSchema, streamText, tool } = require('ai');
const models = {
  responses: () => require('@ai-sdk/openai').createOpenAI(endpoint).responses(options.model),
  messages: () => require('@ai-sdk/anthropic').createAnthropic(endpoint)(options.model),
};
const result = streamText({
  model: models[options.api](),
  prompt: 'Hello.',
  maxRetries: 0,
  tools: { look: tool({ description: 'Looks.', inputSchema: jsonSchema({ type: 'object', properties: {} }) }) },
  onError: ({ error }) => {
    throw error;
  },
});
const calls = await result.toolCalls;
report([
  {
    thinks: await result.reasoningText,
    text: await result.text,
    calls: calls.map(({ toolName, input }) => ({ name: toolName, input })),
  },
]);
