import { arrayOf, objectOf } from '../upstream/wire-value.js';
import type { ProfileName } from './capability-profile.js';

/**
 * Who owns the models of a list, for servers that name themselves there: vLLM and SGLang in the `ModelCard` of their OpenAI
 * servers, llama.cpp in its `/v1/models`. Ollama names the place that a model is from; its own library is what it says of most.
 */
const serverOfOwner: ReadonlyMap<unknown, ProfileName> = new Map([
  ['vllm', 'vllm'],
  ['sglang', 'sglang'],
  ['llamacpp', 'llama-cpp'],
  ['library', 'ollama'],
]);

/**
 * Which server it is that gives this list of models, as JSON text. OpenAI is told by its address, because gateways repeat what it
 * says of its models. `generic` for every other one.
 */
export function detectProfile(baseUrl: string, list: string): ProfileName {
  if (URL.canParse(baseUrl) && new URL(baseUrl).hostname === 'api.openai.com') return 'openai';
  const owners = entriesOf(list).map((entry) => objectOf(entry)?.['owned_by']);
  return owners.map((owner) => serverOfOwner.get(owner)).find((name) => name !== undefined) ?? 'generic';
}

/** Whether the list says anything: a server that has no models yet, or did not want to say, may be another one later. */
export function tellsServer(list: string): boolean {
  return entriesOf(list).length > 0;
}

function entriesOf(list: string): readonly unknown[] {
  try {
    const document: unknown = JSON.parse(list);
    return arrayOf(objectOf(document)?.['data']);
  } catch {
    return [];
  }
}
