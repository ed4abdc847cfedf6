import { getLlamaGpuTypes, type Llama, type LlamaModel } from 'node-llama-cpp';

import type { LoadedOn, RuntimeSettings } from '../process-messages.js';

type GpuLayers = number | { readonly fitContext: { readonly contextSize: number } };

/**
 * The number of layers to offload to a GPU: the requested number, or as many as leave memory there for the caches of
 * all conversations.
 */
export function gpuLayersOf({ gpu, gpuLayers, contextLength, slots }: RuntimeSettings): GpuLayers {
  if (!gpu) return 0;
  return gpuLayers ?? { fitContext: { contextSize: contextLength * slots } };
}

/** Throws when the engine has no GPU support and the settings require it. */
export async function requireGpu(llama: Llama, { gpu, gpuLayers = 0 }: RuntimeSettings): Promise<void> {
  if (gpu && gpuLayers > 0 && llama.gpu === false)
    throw new Error(`gpuLayers is ${gpuLayers}, but the service cannot load layers onto a GPU: ${await noGpuReason()}`);
}

/** What the model runs on, and why that is not what was asked for. */
export async function loadedOn(
  llama: Llama,
  model: LlamaModel,
  { gpu, gpuLayers }: RuntimeSettings,
): Promise<LoadedOn> {
  const layers = { layers: model.gpuLayers, ofLayers: model.fileInsights.totalLayers };
  if (!gpu) return layers;
  if (llama.gpu === false) return { ...layers, unmet: await noGpuReason() };
  const devices = await llama.getGpuDeviceNames();
  const unmet =
    gpuLayers === undefined && layers.layers < layers.ofLayers
      ? 'The GPU has no free memory for more layers next to the KV caches of all conversations.'
      : undefined;
  return { ...layers, gpu: llama.gpu, devices, ...(unmet === undefined ? {} : { unmet }) };
}

async function noGpuReason(): Promise<string> {
  const kinds = (await getLlamaGpuTypes('supported')).filter((kind) => kind !== false);
  return kinds.length === 0
    ? 'The service found no CUDA or Vulkan libraries.'
    : `This machine has the libraries of ${kinds.join(' and ')}, but the engine for them is not installed or finds no GPU.`;
}
