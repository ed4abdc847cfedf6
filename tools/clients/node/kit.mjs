// What the programs of the scenarios share: the clients, and how they report.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { SDK_FOLDER: folder, SERVICE_URL: url, SERVICE_API_KEY: apiKey } = process.env;

/** Loads a package of the clients. */
export const require = createRequire(join(folder, 'package.json'));

/** How a framework reaches the APIs, below `/v1`. */
export const endpoint = { baseURL: `${url}/v1`, apiKey };

/** The options of the scenario. */
export const options = JSON.parse(process.argv[2]);

/** The client of the messages API. */
export function anthropicClient(more = {}) {
  const { Anthropic } = require('@anthropic-ai/sdk');
  return new Anthropic({ baseURL: url, apiKey, ...more });
}

/** The client of the responses API. */
export function openaiClient(more = {}) {
  const { OpenAI } = require('openai');
  return new OpenAI({ ...endpoint, ...more });
}

/** The id of a new vector store with these files. */
export async function storeOf(files) {
  const { toFile } = require('openai');
  const client = openaiClient();
  const store = await client.vectorStores.create({});
  for (const { name, text } of files)
    await client.vectorStores.files.uploadAndPoll(store.id, await toFile(Buffer.from(text), name));
  return store.id;
}

/** What a request throws, as a client's program can see it; fails when it throws nothing. */
export async function errorOf(send) {
  const started = performance.now();
  const error = await send().then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error === undefined) throw new Error('the request has thrown nothing');
  return {
    name: error.constructor.name,
    status: error.status,
    type: error.type,
    code: error.code,
    param: error.param,
    message: error.message,
    details: error.details,
    shouldRetry: error.headers?.get('x-should-retry'),
    retryAfter: error.headers?.get('retry-after'),
    durationMs: performance.now() - started,
  };
}

/** Reports the result of the program. */
export function report(result) {
  process.stdout.write(JSON.stringify(result));
}
