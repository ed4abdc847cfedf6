import { arrayOf, asObject, asText, countOf, EngineError, toUnitVector } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/** The vectors of one response, in the order of the inputs, and the tokens if the upstream reports them. */
export interface ReadEmbeddings {
  readonly vectors: readonly Float32Array[];
  readonly inputTokens: number | undefined;
}

/**
 * Reads a response to `count` inputs. Throws `upstream-failed` when a vector is missing, is no vector, or has another
 * length than the others: a wrong vector would be stored and never found again.
 */
export function readEmbeddings(response: ApiPayload, count: number): ReadEmbeddings {
  const data = arrayOf(response['data']).map((entry) => asObject(entry) ?? {});
  if (data.length !== count) throw broken(`${data.length} vectors for ${count} inputs`);
  const vectors: Float32Array[] = [];
  for (const [position, { index = position, embedding }] of data.entries()) {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count)
      throw broken('a vector without a position');
    if (vectors[index] !== undefined) throw broken('two vectors for one input');
    vectors[index] = toUnitVector(readVector(embedding));
  }
  if (new Set(vectors.map(({ length }) => length)).size > 1) throw broken('vectors of different lengths');
  const usage = asObject(response['usage']) ?? {};
  return { vectors, inputTokens: countOf(usage['prompt_tokens']) ?? countOf(usage['total_tokens']) };
}

/** Numbers, or 32-bit floats as base64 text. */
function readVector(embedding: unknown): ArrayLike<number> {
  const text = asText(embedding);
  if (text !== undefined) {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length === 0 || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0)
      throw broken('a vector as other text');
    return Float32Array.from({ length: bytes.length / Float32Array.BYTES_PER_ELEMENT }, (_, index) =>
      bytes.readFloatLE(index * Float32Array.BYTES_PER_ELEMENT),
    );
  }
  const values = arrayOf(embedding).filter((value) => typeof value === 'number');
  if (values.length === 0 || values.length !== arrayOf(embedding).length) throw broken('a vector that is none');
  return values;
}

function broken(what: string): EngineError {
  return new EngineError('upstream-failed', `The upstream sent ${what}.`);
}
