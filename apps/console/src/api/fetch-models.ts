import { failureOfResponse, failureOfThrown, type Failure } from './failure.js';
import { itemsOf, membersOf, numberOf, stringOf } from './read-json.js';
import { send } from './request.js';

/** A model as the service lists it. */
export interface ListedModel {
  readonly id: string;
  readonly displayName: string;
  /** Whether a local model is in memory; undefined for a model that runs at an upstream. */
  readonly state: string | undefined;
  /** `embedding` or `rerank`; undefined for a model that generates. */
  readonly task: string | undefined;
  /** Maximum tokens of prompt and completion together. */
  readonly contextLength: number | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly capabilities: readonly string[];
}

/** The models that a key can use, or why the service does not list them. */
export type ModelList =
  | { readonly kind: 'models'; readonly models: readonly ListedModel[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The messages dialect lists capabilities, which the responses dialect does not have. */
const request = {
  method: 'GET',
  path: '/v1/models?limit=1000',
  headers: { 'anthropic-version': '2023-06-01' },
} as const;

/** Lists the models of `key`, which is also how this page checks a key. Never rejects. */
export async function fetchModels(key: string): Promise<ModelList> {
  try {
    const response = await send(request, key);
    const text = await response.text();
    if (!response.ok) return { kind: 'failed', failure: failureOfResponse(response, text) };
    return { kind: 'models', models: readModels(JSON.parse(text)) };
  } catch (thrown) {
    return { kind: 'failed', failure: failureOfThrown(thrown, undefined) };
  }
}

/** The models of a chat: embedding and rerank models generate nothing. */
export function generatingModels(models: readonly ListedModel[]): readonly ListedModel[] {
  return models.filter(({ task }) => task === undefined);
}

/** Reads a list of models of the messages dialect; it leaves out what has no id. */
export function readModels(body: unknown): readonly ListedModel[] {
  return itemsOf(membersOf(body)['data']).flatMap((one) => {
    const model = membersOf(one);
    const id = stringOf(model['id']);
    if (id === undefined) return [];
    return {
      id,
      displayName: stringOf(model['display_name']) ?? id,
      state: stringOf(model['state']),
      task: stringOf(model['task']),
      contextLength: numberOf(model['max_input_tokens']),
      maxOutputTokens: numberOf(model['max_tokens']),
      capabilities: capabilitiesOf(model['capabilities']),
    };
  });
}

/** The capabilities that a reader of the page looks for, under the words of the page. */
const capabilityNames = {
  tool_use: 'tools',
  thinking: 'reasoning',
  image_input: 'images',
  structured_outputs: 'structured output',
} as const;

function capabilitiesOf(value: unknown): readonly string[] {
  const capabilities = membersOf(value);
  return Object.entries(capabilityNames).flatMap(([name, word]) =>
    membersOf(capabilities[name])['supported'] === true ? [word] : [],
  );
}
