// What the AI SDK reads of a tool that the service runs, complete and streamed, over the API of `options.api`.
import { endpoint, options, report, require, storeOf } from './kit.mjs';

const { generateText, streamText } = require('ai');
const provider = {
  responses: () => require('@ai-sdk/openai').createOpenAI(endpoint),
  messages: () => require('@ai-sdk/anthropic').createAnthropic(endpoint),
}[options.api]();
const args = options.files === undefined ? options.args : { vectorStoreIds: [await storeOf(options.files)] };
const request = {
  model: options.api === 'responses' ? provider.responses(options.model) : provider(options.model),
  prompt: options.question,
  maxRetries: 0,
  tools: { [options.name]: provider.tools[options.tool](args) },
};
const complete = await viewOf(await generateText(request));
const streamed = streamText({
  ...request,
  onError: ({ error }) => {
    throw error;
  },
});
report([complete, await viewOf(streamed)]);

async function viewOf(result) {
  const [calls, results, sources] = [await result.toolCalls, await result.toolResults, await result.sources];
  return {
    text: await result.text,
    calls: calls.map(({ toolName, providerExecuted }) => ({ toolName, providerExecuted })),
    results: results.map(({ output }) => output),
    sources: sources.map(({ sourceType, url, filename, title }) => ({ sourceType, url, filename, title })),
  };
}
