// What LangChain reads of a tool that the service runs, complete and streamed, over the API of `options.api`.
import { endpoint, options, report, require, storeOf } from './kit.mjs';

const { apiKey, baseURL } = endpoint;
const common = { model: options.model, apiKey, maxRetries: 0 };
const { model, tools } = {
  responses() {
    const { ChatOpenAI, tools: builtIn } = require('@langchain/openai');
    return {
      model: new ChatOpenAI({ ...common, configuration: { baseURL }, useResponsesApi: true }),
      tools: builtIn,
    };
  },
  messages() {
    const { ChatAnthropic, tools: builtIn } = require('@langchain/anthropic');
    return { model: new ChatAnthropic({ ...common, anthropicApiUrl: baseURL.replace(/\/v1$/, '') }), tools: builtIn };
  },
}[options.api]();
const args = options.files === undefined ? options.args : { vectorStoreIds: [await storeOf(options.files)] };
const bound = model.bindTools([tools[options.tool](args)]);
let streamed;
for await (const chunk of await bound.stream(options.question))
  streamed = streamed === undefined ? chunk : streamed.concat(chunk);
report(
  [await bound.invoke(options.question), streamed].map((message) => ({
    text: message.text,
    clientCalls: message.tool_calls.length,
    all: JSON.stringify([message.content, message.additional_kwargs]),
  })),
);
