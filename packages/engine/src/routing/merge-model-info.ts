import type { ModelCapabilities, ModelInfo } from '../model/model-info.js';

/** Merges the metadata of several backends of a model: their common capabilities and lowest limits. */
export function mergeModelInfo(id: string, modelInfos: readonly ModelInfo[]): ModelInfo {
  const owners = [...new Set(modelInfos.map(({ ownedBy }) => ownedBy))];
  const contextLength = smallest(modelInfos.map((modelInfo) => modelInfo.contextLength));
  const maxOutputTokens = smallest(modelInfos.map((modelInfo) => modelInfo.maxOutputTokens));
  // The settings give all backends of a model one task.
  const task = modelInfos[0]?.task;
  const all = (name: keyof ModelCapabilities): boolean => modelInfos.every(({ capabilities }) => capabilities[name]);
  return {
    id,
    displayName: id,
    createdAt: Math.max(0, ...modelInfos.map(({ createdAt }) => createdAt)),
    ownedBy: owners.length === 1 ? (owners[0] ?? 'local') : 'several',
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(task === undefined ? {} : { task }),
    capabilities: {
      tools: all('tools'),
      reasoning: all('reasoning'),
      images: all('images'),
      structuredOutput: all('structuredOutput'),
    },
  };
}

function smallest(limits: readonly (number | undefined)[]): number | undefined {
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
