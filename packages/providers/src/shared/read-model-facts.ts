import { arrayOf, countOf, isObject, asObject, asText } from '@org/engine';
import type { ApiPayload } from './api-payload.js';

/** Metadata that an upstream reports about a model, in terms of ModelInfo. */
export interface ModelFacts {
  readonly ownedBy: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly contextLength?: number;
  /** Maximum output tokens of one response. */
  readonly maxOutputTokens?: number;
}

/** Finds `model` in the JSON text of a model list. Engines report the context length under different names. */
export function readModelFacts(text: string, model: string): Partial<ModelFacts> {
  const list: unknown = JSON.parse(text);
  const entries = arrayOf(asObject(list)?.['data']).filter(isObject);
  const entry = entries.find(({ id }) => id === model) ?? (entries.length === 1 ? entries[0] : undefined);
  if (entry === undefined) return {};
  const contextLength =
    firstCount(entry, ['max_model_len', 'context_length', 'context_window', 'max_context_length']) ??
    lengthOf(asObject(entry['meta'])?.['n_ctx']) ??
    lengthOf(entry['max_input_tokens']);
  const maxOutputTokens =
    firstCount(entry, ['max_tokens', 'max_completion_tokens']) ??
    lengthOf(asObject(entry['top_provider'])?.['max_completion_tokens']);
  const createdAt = countOf(entry['created']) ?? secondsOf(entry['created_at']);
  const ownedBy = asText(entry['owned_by']);
  return {
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(ownedBy === undefined ? {} : { ownedBy }),
  };
}

function firstCount(entry: ApiPayload, names: readonly string[]): number | undefined {
  return names.map((name) => lengthOf(entry[name])).find((count) => count !== undefined);
}

/** Some servers report 0 for an unknown value. */
function lengthOf(value: unknown): number | undefined {
  return countOf(value) || undefined;
}

/** Unix seconds of a date. */
function secondsOf(value: unknown): number | undefined {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : countOf(Math.floor(milliseconds / 1000));
}
