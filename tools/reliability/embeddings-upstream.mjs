// An upstream of embeddings that hashes words: the same text always has the same vector.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A vector of length 1 that counts the words of a text by their hash. Its products measure common words, not meaning.
 * @param {string} text
 * @param {number} dimensions
 * @returns {number[]}
 */
export function hashedVector(text, dimensions) {
  const counts = Array.from({ length: dimensions }, () => 0);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const hash = hashOf(word);
    counts[(hash >>> 1) % dimensions] += hash % 2 === 0 ? 1 : -1;
  }
  const length = Math.hypot(...counts);
  return length === 0 ? counts.map((_, index) => (index === 0 ? 1 : 0)) : counts.map((count) => count / length);
}

/**
 * Starts the upstream on a free port of this machine.
 * @param {{ dimensions?: number, delay?: () => number }} [options] `delay`: milliseconds of the next request
 */
export async function startEmbeddingsUpstream({ dimensions = 64, delay = () => 0 } = {}) {
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));

  async function serve(request, response) {
    if (request.method !== 'POST')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
    const { input, encoding_format: format } = await json(request);
    const data = [input].flat().map((text, index) => {
      const vector = hashedVector(String(text), dimensions);
      const embedding = format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector;
      return { object: 'embedding', index, embedding };
    });
    await pause(delay());
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data, model: 'hashed', usage: { prompt_tokens: 1, total_tokens: 1 } }));
  }

  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** FNV-1a. */
function hashOf(word) {
  let value = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
