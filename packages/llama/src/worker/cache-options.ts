import type { LlamaModel } from 'node-llama-cpp';
import type { RuntimeSettings } from '../process-messages.js';

type ContextOptions = NonNullable<Parameters<LlamaModel['createContext']>[0]>;

const engineTypes = { f16: 'F16', q8_0: 'Q8_0', q4_0: 'Q4_0' } as const;

/** The engine's options for the KV cache. It reads quantized values with flash attention alone. */
export function cacheOptions({
  kvCacheType,
  flashAttention,
}: Pick<RuntimeSettings, 'kvCacheType' | 'flashAttention'>): ContextOptions {
  if (kvCacheType === 'f16') return flashAttention === undefined ? {} : { flashAttention };
  return {
    flashAttention: true,
    experimentalKvCacheKeyType: engineTypes[kvCacheType],
    experimentalKvCacheValueType: engineTypes[kvCacheType],
  };
}
