import {
  toInputItems,
  parseJsonOutput,
  tool,
  ModelResponseClient,
  ResponsesConnection,
  readTextDeltas,
  getOutputText,
} from '@org/sdk';

export const client = new ModelResponseClient({ apiKey: 'k' });
export const { messages, responses, conversations, files, models } = client;
export const items = conversations.items;
export const batches = messages.batches;
export const messagesCreate = () => messages.create({ model: 'm', max_tokens: 1, messages: [] });
export const messagesStream = () => messages.stream({ model: 'm', max_tokens: 1, messages: [] });
export const messagesFinal = () => messagesStream().finalMessage();
export const messagesHead = () => messagesStream().head;
export const messagesRun = () => messages.runTools({ model: 'm', max_tokens: 1, messages: [] }, []);
export const messagesCount = () => messages.countTokens({ model: 'm', messages: [] });
export const block = async () => (await messagesCreate()).content[0];
export const stopReason = async () => (await messagesCreate()).stop_reason;
export const usage = async () => (await messagesCreate()).usage;
export const batchCreate = () => batches.create({ requests: [] });
export const batchRetrieve = () => batches.retrieve('b');
export const batchList = () => batches.list();
export const batchWait = () =>
  batches.wait('b', { onProgress: ({ request_counts: { succeeded } }) => succeeded.toFixed() });
export const batchCancel = () => batches.cancel('b');
export const batchDelete = () => batches.delete('b');
export const batchResults = () => batches.results('b');
export const responsesCreate = () => responses.create({ model: 'm', input: 'x' });
export const responsesStream = () => responses.stream({ model: 'm', input: 'x' });
export const connection = new ResponsesConnection({
  apiKey: 'k',
  webSocket: (url, { protocols }) => new WebSocket(url, protocols),
});
export const connectionStream = () => connection.stream({ model: 'm', input: 'x', generate: false });
export const connectionRun = () => connection.runTools({ model: 'm', input: 'x' }, []);
export const responsesRun = () => responses.runTools({ model: 'm', input: 'x' }, []);
export const item = async () => (await responsesCreate()).output[0];
export const inputTokens = async () => (await responsesCreate()).usage?.input_tokens.toFixed();
export const compactedTokens = async () => (await responses.compact({ model: 'm' })).usage.prompt_tokens.toFixed();
export const tools = async () => (await responsesCreate()).tools;
export const inputItems = () => responses.inputItems('r');
export const retrieved = () => responses.retrieve('r');
export const follow = () => responses.follow('r');
export const responsesCount = () => responses.countTokens({ model: 'm', input: 'x' });
export const compacted = () => responses.compact({ model: 'm' });
export const cancelled = () => responses.cancel('r');
export const responseDeleted = () => responses.delete('r');
export const input = async () => toInputItems((await compacted()).output);
export const conversation = () => conversations.create();
export const conversationDeleted = () => conversations.delete('c');
export const updated = () => conversations.update('c', { metadata: {} });
export const itemsCreate = () => items.create('c', { items: [] });
export const itemsList = () => items.list('c');
export const pages = () => items.list('c').pages();
export const page = async () => (await items.list('c').page()).last_id;
export const snapshot = () => [responsesStream().snapshot?.output.length, messagesStream().snapshot?.content.length];
export const noisy = new ModelResponseClient({
  apiKey: 'k',
  onRetry: ({ method, path, error, attempt, delayMs }) =>
    console.warn(`${method} ${path}: ${error.message} (${attempt}, ${delayMs} ms)`),
});
export const itemsRetrieve = () => items.retrieve('c', 'i');
export const itemsDelete = () => items.delete('c', 'i');
export const fileCreate = () => files.create({ file: new Blob(['x']), filename: 'x.txt' });
export const fileSize = async () => (await fileCreate()).bytes.toFixed();
export const fileRetrieve = () => files.retrieve('f');
export const fileList = () => files.list({ order: 'asc' });
export const fileContent = () => files.content('f');
export const fileDelete = () => files.delete('f');
export const modelsList = () => models.list();
export const modelsRetrieve = () => models.retrieve('m');
export const methods = {
  messages: {
    create: messages.create,
    stream: messages.stream,
    runTools: messages.runTools,
    countTokens: messages.countTokens,
  },
  batches: { create: batches.create, list: batches.list, results: batches.results },
  responses: {
    create: responses.create,
    stream: responses.stream,
    runTools: responses.runTools,
    follow: responses.follow,
    inputItems: responses.inputItems,
    countTokens: responses.countTokens,
    compact: responses.compact,
  },
  conversations: { create: conversations.create, update: conversations.update },
  items: { create: items.create, list: items.list },
};
export const checkedTool = tool({
  name: 'a',
  parameters: {},
  parse: ({ b }) => ({ b: Number(b) }),
  run: ({ b }) => b.toFixed(2),
});
export const text = async () => getOutputText(await responsesCreate());
export const lastSeen = async () => {
  let last: number | undefined;
  for await (const event of responsesStream()) last = event.sequence_number;
  return responses.follow('r', { startingAfter: last });
};
export const emptied = async () => {
  for await (const { id } of items.list('c')) await items.delete('c', id);
  for await (const { id } of inputItems()) await responses.retrieve(id);
};
export const again = async () => [{ role: 'assistant' as const, content: (await messagesCreate()).content }];
export const chunks = () => [readTextDeltas(responsesStream()), readTextDeltas(messagesStream())];
export const person = async () => parseJsonOutput(await messagesCreate(), (value) => ({ name: String(value) }));
