import { arrayOf, asObject } from '@org/engine';
import type { ProfileName } from './profiles/index.js';

/**
 * Who owns the models of a list, for servers that name themselves there: vLLM and SGLang in the `ModelCard` of their OpenAI
 * servers, llama.cpp in its `/v1/models`. Ollama names the place that a model is from; its own library is what it says of most.
 */
const serverOfOwner: ReadonlyMap<unknown, ProfileName> = new Map([
  ['vllm', 'vllm'],
  ['vllm-frontend-rs', 'vllm'],
  ['sglang', 'sglang'],
  ['llamacpp', 'llama-cpp'],
  ['library', 'ollama'],
]);

/** Hosted APIs are told by their address: gateways repeat what they say of their models. */
const serverOfHost: ReadonlyMap<string, ProfileName> = new Map([
  ['api.openai.com', 'openai'],
  ['api.deepseek.com', 'deepseek'],
]);

/** Which server it is that gives this list of models, as JSON text. `generic` for one that nothing is known of. */
export function detectProfile(baseUrl: string, list: string): ProfileName {
  const hosted = URL.canParse(baseUrl) ? serverOfHost.get(new URL(baseUrl).hostname) : undefined;
  if (hosted !== undefined) return hosted;
  if (listsHubCache(list)) return 'transformers';
  const owners = entriesOf(list).map((entry) => asObject(entry)?.['owned_by']);
  return owners.map((owner) => serverOfOwner.get(owner)).find((name) => name !== undefined) ?? 'generic';
}

/**
 * Whether it is the list of `transformers serve`: the models in the cache of Hugging Face's hub, each with no more than its owner, as its name
 * has it too, and the time of its file as a number of Python's. No other server is known to tell parts of seconds.
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

/** Whether the list says anything: a server that has no models yet, or did not want to say, may be another one later. */
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
