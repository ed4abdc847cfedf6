// Sends the requests of a scenario in their order, each as its JSON text, in which `$previous` is the id of the last
// response; reports the content and the warnings of each response.
import { openaiClient, options, report } from './kit.mjs';

const client = openaiClient({ maxRetries: 0 });
const headers = { 'content-type': 'application/json' };
const results = [];
let previous;
for (const text of options.requests) {
  const { stream } = JSON.parse(text);
  const { data, response } = await client
    .post('/responses', { body: text.replaceAll('$previous', previous), stream, headers })
    .withResponse();
  const { id, status, output } = stream ? (await lastOf(data)).response : data;
  previous = id;
  results.push({
    status,
    texts: output.flatMap(({ type, content }) => (type === 'message' ? content.map((part) => part.text) : [])),
    calls: output.flatMap(({ type, name, arguments: args }) => (type === 'function_call' ? [`${name} ${args}`] : [])),
    warnings: response.headers.get('x-service-warning') ?? '',
  });
}
report(results);

async function lastOf(events) {
  let last;
  for await (const event of events) last = event;
  return last;
}
