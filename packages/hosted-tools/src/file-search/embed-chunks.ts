import { type Chunk, type EmbeddedChunk, type EmbeddingModel, type EmbeddingSpace, EngineError } from '@org/engine';

/** Inputs of one call of the model: few enough that a search does not wait long. */
const chunksPerCall = 64;

/** The chunks with their vectors. Throws as the model does, and `upstream-failed` for vectors of another length. */
export async function embedChunks(
  chunks: readonly Chunk[],
  model: EmbeddingModel,
  { dimensions }: EmbeddingSpace,
  context: Parameters<EmbeddingModel['embed']>[1],
): Promise<readonly EmbeddedChunk[]> {
  const embedded: EmbeddedChunk[] = [];
  for (let from = 0; from < chunks.length; from += chunksPerCall) {
    const some = chunks.slice(from, from + chunksPerCall);
    const texts = some.map(({ text }) => text);
    const { vectors } = await model.embed(texts, context, { purpose: 'ingestion' });
    for (const [index, chunk] of some.entries()) {
      const vector = vectors[index];
      if (vector?.length !== dimensions)
        throw new EngineError(
          'upstream-failed',
          `The embedding model returned a vector with ${vector?.length ?? 0} dimensions instead of ${dimensions}.`,
        );
      embedded.push({ ...chunk, vector });
    }
  }
  return embedded;
}
