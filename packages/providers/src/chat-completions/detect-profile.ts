import { arrayOf, asObject } from '@org/engine';
import type { ProfileName } from './profiles/index.js';

/**
 * Maps the owner of listed models to a server that identifies itself there: vLLM and SGLang in the `ModelCard` of
 * their OpenAI servers, llama.cpp in its `/v1/models`. Ollama reports the origin of a model, which is usually its own
 * library.
 */
const serverOfOwner: ReadonlyMap<unknown, ProfileName> = new Map([
  ['vllm', 'vllm'],
  ['vllm-frontend-rs', 'vllm'],
  ['sglang', 'sglang'],
  ['llamacpp', 'llama-cpp'],
  ['library', 'ollama'],
]);

/** Hosted APIs are detected by host, because gateways repeat their model metadata. */
const serverOfHost: ReadonlyMap<string, ProfileName> = new Map([
  ['api.openai.com', 'openai'],
  ['api.deepseek.com', 'deepseek'],
]);

/** Detects the server from its list of models as JSON text. Returns `generic` for an unknown one. */
export function detectProfile(baseUrl: string, list: string): ProfileName {
  const hosted = URL.canParse(baseUrl) ? serverOfHost.get(new URL(baseUrl).hostname) : undefined;
  if (hosted !== undefined) return hosted;
  if (listsHubCache(list)) return 'transformers';
  const owners = entriesOf(list).map((entry) => asObject(entry)?.['owned_by']);
  return owners.map((owner) => serverOfOwner.get(owner)).find((name) => name !== undefined) ?? 'generic';
}

/**
 * Whether this is the list of `transformers serve`: the models in the Hugging Face hub cache, each only with its
 * owner, which is also part of its name, and its file time as a Python float. No other known server reports fractions
 * of seconds.
 */
function listsHubCache(list: string): boolean {
  const entries = entriesOf(list).map((entry) => asObject(entry) ?? {});
  if (entries.length === 0 || (list.match(partsOfSeconds) ?? []).length !== entries.length) return false;
  return entries.every((entry) => {
    const { id, object, owned_by: owner } = entry;
    return (
      Object.keys(entry).length === 4 &&
      object === 'model' &&
      typeof id === 'string' &&
      typeof owner === 'string' &&
      (owner === '' ? !id.includes('/') : id.startsWith(`${owner}/`))
    );
  });
}

const partsOfSeconds = /"created": ?\d{9,11}\.\d/g;

/** Whether the list identifies anything: a server without models or with an error may be identified later. */
export function identifiesServer(list: string): boolean {
  return entriesOf(list).length > 0;
}

function entriesOf(list: string): readonly unknown[] {
  try {
    const document: unknown = JSON.parse(list);
    return arrayOf(asObject(document)?.['data']);
  } catch {
    return [];
  }
}
