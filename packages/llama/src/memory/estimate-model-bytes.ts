import { stat } from 'node:fs/promises';

import type { GgufHeader } from '../gguf-header.js';
import { shardNames } from '../model-files/model-reference.js';
import { kvCacheShare, type KvCacheType } from './kv-cache-type.js';

/** The process itself and the engine's working buffers. Bytes. */
const overhead = 256 * 1024 * 1024;
/**
 * Where the header does not contain the context size, the size of the weights is the estimate: bytes per token for
 * each byte of weights.
 */
const guessedShare = 1 / 50_000;

export interface ModelFiles {
  readonly modelPath: string;
  readonly header: Pick<GgufHeader, 'cacheBytesPerToken'>;
  readonly kvCacheType: KvCacheType;
}

/**
 * What a loaded model takes, in bytes, by the tokens of all of its conversations together: its files, their cache and
 * 256 MiB.
 */
export async function estimateModelBytes({
  modelPath,
  header,
  kvCacheType,
}: ModelFiles): Promise<(tokens: number) => number> {
  const sizes = await Promise.all(shardNames(modelPath).map(async (path) => (await stat(path)).size));
  const weights = sizes.reduce((sum, size) => sum + size, 0);
  const perToken = (header.cacheBytesPerToken ?? weights * guessedShare) * kvCacheShare(kvCacheType);
  return (tokens) => Math.ceil(weights + perToken * tokens + overhead);
}
