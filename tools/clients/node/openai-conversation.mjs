// Sends inputs in one conversation, returns a result for each call, and reports the texts that the conversation stores.
import { openaiClient, options, report } from './kit.mjs';

const client = openaiClient({ maxRetries: 0 });
const tools = [{ type: 'function', name: 'look', strict: false, parameters: { type: 'object', properties: {} } }];
const { id: conversation } = await client.conversations.create();
let results = [];
for (const content of options.inputs) {
  const input = [...results, { role: 'user', content }];
  const { output } = await client.responses.create({ model: options.model, conversation, tools, input });
  results = output.flatMap(({ type, call_id: callId }) =>
    type === 'function_call' ? [{ type: 'function_call_output', call_id: callId, output: 'found' }] : [],
  );
}
const texts = [];
for await (const item of client.conversations.items.list(conversation, { order: 'asc' }))
  if (item.type === 'message') texts.push(...item.content.map(({ text }) => text));
report(texts);
