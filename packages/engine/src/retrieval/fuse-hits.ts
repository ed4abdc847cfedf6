import type { ChunkHit } from '../ports/vector-store.js';

/** The hits of one search, best first. */
export interface RankedHits {
  readonly hits: readonly ChunkHit[];
  /** Its share of the fused score: 0 or more. */
  readonly weight: number;
}

/** How several rankings become one. */
export interface FusionOptions {
  /** Maximum number of results. */
  readonly limit: number;
  /** Results with a lower fused score are omitted. 0 to 1, default 0. */
  readonly scoreThreshold?: number;
}

/** Dampens the first ranks: the constant of reciprocal rank fusion that the field uses. */
const rankOffset = 60;

/**
 * Fuses searches of the same chunks by reciprocal rank: the sum of `weight / (60 + rank)`, divided by its greatest
 * possible value. The score is 1 for a chunk that every search ranks first. Chunks with equal scores stay in the order
 * in which the searches found them. A chunk of one file in two vector stores is one result.
 */
export function fuseHits(
  rankings: readonly RankedHits[],
  { limit, scoreThreshold = 0 }: FusionOptions,
): readonly ChunkHit[] {
  const best = rankings.reduce((sum, { weight }) => sum + weight, 0) / (rankOffset + 1);
  const found = new Map<string, { hit: ChunkHit; sum: number }>();
  for (const { hits, weight } of rankings) {
    const ranked = new Set<string>();
    for (const hit of hits) {
      const key = JSON.stringify([hit.fileId, hit.chunk]);
      if (ranked.has(key)) continue;
      ranked.add(key);
      const share = weight / (rankOffset + ranked.size);
      const other = found.get(key);
      if (other === undefined) found.set(key, { hit, sum: share });
      else other.sum += share;
    }
  }
  if (best === 0) return [];
  return Array.from(found.values(), ({ hit, sum }) => ({ ...hit, score: Math.min(1, sum / best) }))
    .filter(({ score }) => score >= scoreThreshold && score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}
