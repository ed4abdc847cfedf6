import { arrayOf, countOf, isObject, objectOf, textOf } from './wire-value.js';

/** What an upstream tells about a model, in the terms of a card. */
export interface ModelFacts {
  readonly ownedBy: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly contextLength?: number;
}

/** Finds `model` in the JSON text of a model list. Engines add the context's length under names of their own. */
export function readModelFacts(text: string, model: string): Partial<ModelFacts> {
  const list: unknown = JSON.parse(text);
  const entries = arrayOf(objectOf(list)?.['data']).filter(isObject);
  const entry = entries.find(({ id }) => id === model) ?? (entries.length === 1 ? entries[0] : undefined);
  if (entry === undefined) return {};
  const contextLength = countOf(entry['max_model_len']) ?? countOf(entry['context_length']) ?? countOf(objectOf(entry['meta'])?.['n_ctx']);
  const createdAt = countOf(entry['created']);
  const ownedBy = textOf(entry['owned_by']);
  return {
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(ownedBy === undefined ? {} : { ownedBy }),
  };
}
