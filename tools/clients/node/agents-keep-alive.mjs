// What the Agents SDK makes of streams with silences: reasoning, a call that it runs, and the final output.
import { openaiClient, options, report, require } from './kit.mjs';

const {
  Agent,
  OpenAIResponsesModel,
  OpenAIResponsesWSModel,
  run,
  setTracingDisabled,
  tool,
} = require('@openai/agents');
setTracingDisabled(true);
const calls = [];
const look = tool({
  name: 'look',
  description: 'Looks.',
  strict: false,
  parameters: { type: 'object', properties: { q: { type: 'integer' } }, required: [], additionalProperties: true },
  execute(input) {
    calls.push({ name: 'look', input });
    return 'found';
  },
});
const Model = options.socket ? OpenAIResponsesWSModel : OpenAIResponsesModel;
const model = new Model(openaiClient({ maxRetries: 0 }), options.model);
const stream = await run(new Agent({ name: 'agent', model, tools: [look] }), 'Hello.', { stream: true });
await stream.completed;
const items = stream.newItems.map(({ rawItem }) => rawItem);
report([
  {
    thinks: items
      .flatMap(({ type, content }) => (type === 'reasoning' ? content.map(({ text }) => text) : []))
      .join(''),
    text: items.flatMap(({ role, content }) => (role === 'assistant' ? content.map(({ text }) => text) : [])).join(' '),
    calls,
    final: stream.finalOutput,
  },
]);
await model.close?.();
