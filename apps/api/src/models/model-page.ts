import { EngineError, type JsonObject, type ModelInfo } from '@org/engine';
import { encodeForMessages } from './encode-model-info.js';
import type { ModelsPageQuery } from './models-page-query.js';

/** One page of models in the messages dialect. */
export function modelPage(
  all: readonly ModelInfo[],
  { limit, before_id, after_id, lifecycle }: ModelsPageQuery,
): JsonObject {
  // Every served model is active.
  const modelInfos = lifecycle.length === 0 || lifecycle.includes('active') ? all : [];
  const start = after_id === undefined ? 0 : indexOf(modelInfos, after_id, 'after_id') + 1;
  const end = before_id === undefined ? modelInfos.length : indexOf(modelInfos, before_id, 'before_id');
  const candidates = modelInfos.slice(start, end);
  // Going backwards means the models right before the cursor.
  const page = before_id === undefined ? candidates.slice(0, limit) : candidates.slice(-limit);
  return {
    data: page.map(encodeForMessages),
    has_more: page.length < candidates.length,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  };
}

function indexOf(modelInfos: readonly ModelInfo[], id: string, param: string): number {
  const index = modelInfos.findIndex((modelInfo) => modelInfo.id === id);
  if (index < 0) throw new EngineError('invalid-request', `${param}: there is no model with this id.`, { param });
  return index;
}
