// Requests of the vector store API, retried as a client does while a replica is restarted.
import { setTimeout as pause } from 'node:timers/promises';
import { send } from './http-call.mjs';

const boundary = 'a-boundary-of-the-check';

/** @typedef {{ url: string, key: string }} Target */

/** @param {Target} target @param {import('./sample-documents.mjs').SampleDocument} file @returns {Promise<string>} its id */
export async function uploadFile(target, { filename, mediaType, content }) {
  const head = [
    `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: ${mediaType}\r\n\r\n`,
  ].join('');
  const { id } = await call(target, '/v1/files', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    content: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return id;
}

/** @param {Target} target @returns {Promise<string>} its id */
export async function createVectorStore(target) {
  return (await call(target, '/v1/vector_stores', { body: { name: 'documents' } })).id;
}

/** @param {Target} target @param {string} store @param {readonly string[]} ids */
export async function attachFiles(target, store, ids) {
  const chunking = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 20 } };
  await call(target, `/v1/vector_stores/${store}/file_batches`, {
    body: { file_ids: ids, chunking_strategy: chunking },
  });
}

/** @param {Target} target @param {string} store */
export function readVectorStore(target, store) {
  return call(target, `/v1/vector_stores/${store}`);
}

/** All files of a vector store. @param {Target} target @param {string} store */
export async function listFiles(target, store) {
  const files = [];
  for (let after = ''; ;) {
    const page = await call(target, `/v1/vector_stores/${store}/files?limit=100&order=asc${after}`);
    files.push(...page.data);
    if (!page.has_more) return files;
    after = `&after=${page.last_id}`;
  }
}

/** The texts of the chunks of a file. @param {Target} target @param {string} store @param {string} file */
export async function readChunkTexts(target, store, file) {
  const { data } = await call(target, `/v1/vector_stores/${store}/files/${file}/content`);
  return data.map(({ text }) => text);
}

/**
 * What a search finds, in its order.
 * @param {Target} target @param {string} store @param {string} query
 * @param {{ text: number, vector: number }} weights
 */
export async function searchStore(target, store, query, { text, vector }) {
  const { data } = await call(target, `/v1/vector_stores/${store}/search`, {
    body: {
      query,
      max_num_results: 20,
      ranking_options: { hybrid_search: { text_weight: text, embedding_weight: vector } },
    },
  });
  return data.map(({ file_id: file, score, content }) => ({ file, score, content }));
}

async function call({ url, key }, path, options = {}) {
  const latest = performance.now() + 30_000;
  for (;;) {
    const reply = await send({ url, key, path, ...options }).catch((error) => error);
    if (reply.status === 200) return reply.json();
    const isFinal = reply.status !== undefined && reply.status < 500 && reply.status !== 429;
    if (isFinal || performance.now() > latest) throw new Error(`${path}: ${reply.text ?? reply.message}`);
    await pause(200);
  }
}
