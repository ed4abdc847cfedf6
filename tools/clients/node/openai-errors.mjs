// What the client of the responses API throws, for a JSON response and for a stream.
import { errorOf, openaiClient, options, report } from './kit.mjs';

const client = openaiClient({ maxRetries: 0 });
const body = { model: options.model, input: 'Hello.' };
const readStream = async () => {
  const events = await client.responses.create({ ...body, stream: true });
  for await (const event of events) if (event.type === 'response.completed') return;
};
report([await errorOf(() => client.responses.create(body)), await errorOf(readStream)]);
