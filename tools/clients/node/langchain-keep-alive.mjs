// What LangChain reads from a stream with silences, over the API of `options.api`.
import { endpoint, options, report, require } from './kit.mjs';

const { apiKey, baseURL } = endpoint;
const models = {
  responses() {
    const { ChatOpenAI } = require('@langchain/openai');
    return new ChatOpenAI({
      model: options.model,
      apiKey,
      configuration: { baseURL },
      useResponsesApi: true,
      maxRetries: 0,
    });
  },
  messages() {
    const { ChatAnthropic } = require('@langchain/anthropic');
    return new ChatAnthropic({
      model: options.model,
      apiKey,
      anthropicApiUrl: baseURL.replace(/\/v1$/, ''),
      maxRetries: 0,
    });
  },
};
const look = { name: 'look', description: 'Looks.', schema: { type: 'object', properties: {} } };
let message;
for await (const chunk of await models[options.api]().bindTools([look]).stream('Hello.'))
  message = message === undefined ? chunk : message.concat(chunk);
report([
  {
    thinks: message.contentBlocks.flatMap(({ type, reasoning }) => (type === 'reasoning' ? [reasoning] : [])).join(''),
    text: message.text,
    calls: message.tool_calls.map(({ name, args }) => ({ name, input: args })),
  },
]);
