/** How the KV cache stores keys and values. */
export const kvCacheTypes = ['f16', 'q8_0', 'q4_0'] as const;
/** The number format of the cache of a conversation's tokens. */
export type KvCacheType = (typeof kvCacheTypes)[number];

/** Values of a block of a quantized type, which has one scale. */
export const kvCacheBlock = 32;

/** Bytes of 32 values. Source: the block structures of ggml, `ggml-common.h`. */
const bytesPerBlock: Readonly<Record<KvCacheType, number>> = { f16: 64, q8_0: 34, q4_0: 18 };

/** The size of a KV cache of this type, as a share of one of f16. */
export function kvCacheShare(type: KvCacheType): number {
  return bytesPerBlock[type] / bytesPerBlock.f16;
}
