// Fills a vector store with single files and a batch, searches it, and removes it.
import { openaiClient, report, require } from './kit.mjs';

const { toFile } = require('openai');
const client = openaiClient({ maxRetries: 0 });
const fileOf = (text, name) => toFile(Buffer.from(text), name);
const store = await client.vectorStores.create({ name: 'manuals' });
const single = await client.vectorStores.files.uploadAndPoll(
  store.id,
  await fileOf('Oak doors last a century.', 'oak.md'),
);
const batch = await client.vectorStores.fileBatches.uploadAndPoll(store.id, {
  files: await Promise.all([
    fileOf('Pine doors last thirty years.', 'pine.md'),
    fileOf('Brass hinges squeak in winter.', 'hinges.md'),
  ]),
});
const inBatch = [];
for await (const { id } of client.vectorStores.fileBatches.listFiles(batch.id, { vector_store_id: store.id }))
  inBatch.push(id);
await client.vectorStores.files.update(single.id, { vector_store_id: store.id, attributes: { wood: 'oak' } });
const filters = { type: 'eq', key: 'wood', value: 'oak' };
const found = await client.vectorStores.search(store.id, { query: 'squeak' });
const filtered = await client.vectorStores.search(store.id, { query: 'doors', filters });
const content = await client.vectorStores.files.content(single.id, { vector_store_id: store.id });
const { file_counts: counts } = await client.vectorStores.retrieve(store.id);
await client.vectorStores.files.delete(single.id, { vector_store_id: store.id });
const { data: rest } = await client.vectorStores.search(store.id, { query: 'century' });
const { deleted } = await client.vectorStores.delete(store.id);
report({
  statuses: [single.status, batch.status],
  batched: inBatch.length,
  counts,
  found: found.data.map(({ filename }) => filename),
  filtered: filtered.data.map(({ filename, attributes }) => ({ filename, attributes })),
  content: content.data.map(({ text }) => text).join(''),
  afterDelete: rest.length,
  deleted,
});
