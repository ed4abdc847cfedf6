// What the client of the responses API reads from streams with silences: from the events, and from its own helper.
import { openaiClient, options, report } from './kit.mjs';

const client = openaiClient({ maxRetries: 0 });
const body = { model: options.model, input: 'Hello.' };
const events = [];
for await (const event of await client.responses.create({ ...body, stream: true })) events.push(event);
const { output_text: text } = await client.responses.stream(body).finalResponse();
report({ types: events.map(({ type }) => type), texts: [events.at(-1).response.output.at(-1).content[0].text, text] });
