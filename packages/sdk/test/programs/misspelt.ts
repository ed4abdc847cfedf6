// Calls and responses with a misspelt field, each of which the compiler must reject.
import { ModelResponseClient } from '@org/sdk';

const client = new ModelResponseClient({ apiKey: 'key' });
const messages = [{ role: 'user' as const, content: 'Hi' }];

// @ts-expect-error `effort`
await client.responses.create({ model: 'm', input: 'hi', reasoning: { efort: 'high' } });
// @ts-expect-error `format`
await client.responses.create({ model: 'm', input: 'hi', text: { formt: { type: 'text' } } });
// @ts-expect-error `previous_response_id`
await client.responses.create({ model: 'm', input: 'hi', previous_response: 'resp_1' });
// @ts-expect-error `effort`
await client.messages.create({ model: 'm', max_tokens: 8, messages, output_config: { efort: 'high' } });

const response = await client.responses.create({ model: 'm', input: 'hi' });
const message = await client.messages.create({ model: 'm', max_tokens: 8, messages });
// @ts-expect-error `getOutputText(response)`: the API has no `output_text`
console.log(response.output_text);
// @ts-expect-error `stop_reason`
if (message.stop_raeson === 'end_turn') console.log();
// @ts-expect-error `processing_status`
if ((await client.messages.batches.retrieve('b')).status === 'ended') console.log();
// @ts-expect-error `owned_by`
console.log((await client.models.retrieve('m')).owner);

// @ts-expect-error `message`
console.log(response.error?.mesage);
// @ts-expect-error `input_tokens`
console.log((await client.messages.countTokens({ model: 'm', messages })).tokens);
for await (const item of client.conversations.items.list('c')) {
  // @ts-expect-error `role`
  if (item.type === 'message') console.log(item.id, item.rol);
}
for await (const { result } of client.messages.batches.results('b')) {
  // @ts-expect-error `message`
  if (result.type === 'succeeded') console.log(result.mesage);
}
for (const block of message.content) {
  // @ts-expect-error `text`
  if (block.type === 'text') console.log(block.txt, block.citations?.[0]?.type);
  // @ts-expect-error `input`
  if (block.type === 'tool_use') console.log(block.arguments, block.input['any']);
  // @ts-expect-error `tool_use_id`
  if (block.type === 'web_search_tool_result') console.log(block.tool_useid);
}
for (const item of response.output) {
  // @ts-expect-error `text`
  if (item.type === 'message') console.log(item.content.map((part) => (part.type === 'output_text' ? part.txt : '')));
  // @ts-expect-error `arguments`
  if (item.type === 'function_call') console.log(item.args);
  // @ts-expect-error `action`
  if (item.type === 'shell_call') console.log(item.action.command);
}
for await (const event of client.responses.stream({ model: 'm', input: 'hi' })) {
  // @ts-expect-error `delta`
  if (event.type === 'response.output_text.delta') console.log(event.text);
  if (event.type === 'response.output_item.done' && event.item.type === 'function_call') {
    // @ts-expect-error `arguments`
    console.log(event.item.argument);
  }
}
for await (const event of client.messages.stream({ model: 'm', max_tokens: 8, messages })) {
  // @ts-expect-error `text`
  if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') console.log(event.delta.txt);
}

// Maps accept any member, and so do unknown types.
console.log(
  response.metadata?.['mine'],
  response.output.map((item) => (item.type === 'message' ? item.phase : item)),
);

// Types without named fields accept any field, and correct code compiles.
await client.responses.create({
  model: 'm',
  input: [{ role: 'user', content: 'Hi' }],
  metadata: { mine: 'yes' },
  reasoning: { effort: 'high', summary: 'auto' },
});
await client.responses.create({
  model: 'm',
  input: 'hi',
  reasoning: null,
  text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object' } } },
});
await client.messages.create({
  model: 'm',
  max_tokens: 8,
  messages,
  metadata: { user_id: 'u' },
  thinking: { type: 'enabled', budget_tokens: 1024 },
});
// A response can be sent back unchanged.
await client.messages.create({
  model: 'm',
  max_tokens: 8,
  messages: [...messages, { role: 'assistant', content: message.content }],
});
