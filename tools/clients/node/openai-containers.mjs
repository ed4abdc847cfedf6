// Puts a file into a container, lets the model's code write another one, and reads both.
import { openaiClient, options, report, require } from './kit.mjs';

const { toFile } = require('openai');
const client = openaiClient({ maxRetries: 0 });
const container = await client.containers.create({ name: 'data' });
const csv = await client.containers.files.create(container.id, {
  file: await toFile(Buffer.from(options.csv), 'data.csv'),
});
const response = await client.responses.create({
  model: options.model,
  input: 'Add the numbers.',
  tools: [{ type: 'code_interpreter', container: container.id }],
  include: ['code_interpreter_call.outputs'],
});
const files = [];
for await (const file of client.containers.files.list(container.id)) files.push(file);
const textOf = async ({ id }) =>
  (await client.containers.files.content.retrieve(id, { container_id: container.id })).text();
const written = files.find(({ path }) => path.endsWith('sum.txt'));
const result = {
  container: container.id,
  call: response.output.find(({ type }) => type === 'code_interpreter_call'),
  annotations: response.output.flatMap(({ content = [] }) => content.flatMap(({ annotations = [] }) => annotations)),
  sources: Object.fromEntries(files.map(({ path, source }) => [path, source])),
  read: await textOf(csv),
  written: written === undefined ? undefined : await textOf(written),
};
await client.containers.delete(container.id);
report({ ...result, status: (await client.containers.retrieve(container.id).catch((error) => error)).status });
