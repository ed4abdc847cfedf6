// Reads the response with a hosted tool as JSON, as a stream and in the background, and the stored one of each.
import { openaiClient, options, report, require } from './kit.mjs';

const { toFile } = require('openai');
const client = openaiClient({ maxRetries: 0 });
const file = await client.files.create({
  file: await toFile(Buffer.from(options.file.text), options.file.name),
  purpose: 'user_data',
});
const toolOf = {
  web_search: () => ({ type: 'web_search' }),
  async file_search() {
    const store = await client.vectorStores.create({ name: 'manuals' });
    await client.vectorStores.files.createAndPoll(store.id, { file_id: file.id });
    return { type: 'file_search', vector_store_ids: [store.id] };
  },
  code_interpreter: () => ({ type: 'code_interpreter', container: { type: 'auto', file_ids: [file.id] } }),
};
const include = ['web_search_call.action.sources', 'file_search_call.results', 'code_interpreter_call.outputs'];
const request = { model: options.model, input: 'Look.', tools: [await toolOf[options.tool]()], include };
const responseOf = {
  json: () => client.responses.create(request),
  stream: () => client.responses.stream(request).finalResponse(),
  async background() {
    let response = await client.responses.create({ ...request, background: true });
    while (response.status === 'queued' || response.status === 'in_progress') {
      await new Promise((done) => setTimeout(done, 100));
      response = await client.responses.retrieve(response.id, { include });
    }
    return response;
  },
};

const results = [];
for (const mode of ['json', 'stream', 'background']) {
  const response = await responseOf[mode]();
  const stored = await client.responses.retrieve(response.id, { include });
  results.push({ mode, ...viewOf(response), isStored: sameOutput(stored, response) });
}
report(results);

function viewOf({ status, output, output_text: text }) {
  const [call] = output.filter(({ type }) => type === `${options.tool}_call`);
  const parts = output.flatMap(({ type, content }) => (type === 'message' ? content : []));
  return { status, call, text, annotations: parts.flatMap(({ annotations }) => annotations) };
}

/** The stream helper adds `parsed` to what the service sent. */
function sameOutput(one, other) {
  const [first, second] = [one, other].map(({ output }) =>
    JSON.stringify(output, (name, value) => (name === 'parsed' ? undefined : value)),
  );
  return first === second;
}
