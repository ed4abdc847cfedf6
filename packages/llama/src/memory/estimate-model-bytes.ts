import { stat } from 'node:fs/promises';

import type { GgufHeader } from '../gguf-header.js';

/** The process itself and the engine's working buffers. Bytes. */
const overhead = 256 * 1024 * 1024;
/**
 * Where the header does not contain the context size, the size of the weights is the estimate: bytes per token for
 * each byte of weights.
 */
const guessedShare = 1 / 50_000;
const shardPattern = /-(\d{5})-of-(\d{5})\.gguf$/;

export interface LoadedSize {
  readonly modelPath: string;
  readonly header: GgufHeader;
  /** Tokens of prompt and completion together. */
  readonly contextLength: number;
  readonly slots: number;
}

/** What a model takes when it is loaded: its files, the cache of as many conversations as it has slots, and 256 MiB. Bytes. */
export async function estimateModelBytes({ modelPath, header, contextLength, slots }: LoadedSize): Promise<number> {
  const sizes = await Promise.all(shardsOf(modelPath).map(async (path) => (await stat(path)).size));
  const weights = sizes.reduce((sum, size) => sum + size, 0);
  const perToken = header.cacheBytesPerToken ?? weights * guessedShare;
  return Math.ceil(weights + perToken * contextLength * slots + overhead);
}

/** All files of a sharded model; the path of any shard identifies them all. */
export function shardsOf(path: string): readonly string[] {
  const [suffix, , count] = shardPattern.exec(path) ?? [];
  if (suffix === undefined || count === undefined) return [path];
  const stem = path.slice(0, -suffix.length);
  return Array.from(
    { length: Number(count) },
    (_, index) => `${stem}-${String(index + 1).padStart(5, '0')}-of-${count}.gguf`,
  );
}
